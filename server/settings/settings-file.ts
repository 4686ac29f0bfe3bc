import { readFileSync } from 'node:fs'
import { readSettings, type Settings, SettingsError } from './settings.ts'

const variable = 'BERTH_SETTINGS_FILE'

/** Adds the variables of the settings file to the environment, as systemd would for the service; what is there already wins. */
export function addSettingsFile(environment: NodeJS.ProcessEnv = process.env): void {
  const file = environment[variable]
  if (!file) return
  for (const [name, value] of Object.entries(parseSettingsFile(readText(file))))
    environment[name] ??= value
}

/** Settings of a service that has this file. */
export function readSettingsOf(
  file: string,
  environment: NodeJS.ProcessEnv = process.env,
): Settings {
  environment[variable] ??= file
  addSettingsFile(environment)
  return readSettings(environment)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError([`${variable}=${file} cannot be read: ${(error as Error).message}`])
  }
}

/** Variables in the format of systemd's `EnvironmentFile`, a line each. */
export function parseSettingsFile(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*([A-Za-z_]\w*)=(.*?)\s*$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, unquoted(value)]]
  })
  return Object.fromEntries(lines)
}

function unquoted(value: string): string {
  const [, single] = /^'(.*)'$/.exec(value) ?? []
  if (single !== undefined) return single
  const [, double] = /^"(.*)"$/.exec(value) ?? []
  return double === undefined ? value.replace(/\\(.)/g, '$1') : double.replace(/\\(["\\$`])/g, '$1')
}

import { readFileSync } from 'node:fs'
import { serverCommand } from '#kit/build-identity/server-command.ts'
import { Problem, type Setting } from '#kit/setting-kinds.ts'
import {
  contradictions,
  formerNames,
  formerNameWarnings,
  givenName,
  givenValue,
} from './former-names.ts'
import { type MachineSettings, machineVariables, readMachine } from './machine.ts'
import { settingList } from './setting-list.ts'
import { parseSettingsFile } from './settings-file.ts'
import { missingCellarKey } from './topics/addons.ts'
import { missingS3Key } from './topics/disk.ts'
import { registryProblems } from './topics/engine.ts'
import { conflictingRanges } from './topics/network-groups.ts'
import { conflictingPorts } from './topics/routing.ts'

type Value<S> = S extends Setting<infer T> ? Exclude<T, Problem> : never

/** Settings of the operator, read once. */
export type Settings = Readonly<{
  [K in keyof typeof settingList]: Value<(typeof settingList)[K]>
}> & {
  readonly machine: MachineSettings
}

/** All problems of the settings, not only the first. */
export class SettingsError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const problems: string[] = []
  const entries = Object.entries(settingList).map(([key, each]) => {
    const { variable, fallback, parse, isSecret }: Setting<unknown> = each
    const given = givenValue(environment, variable)
    const value = parse(given ?? fallback)
    const name = givenName(environment, variable)
    const shown = isSecret ? name : `${name}=${given}`
    if (value instanceof Problem) problems.push(`${shown} ${value.sentence}`)
    return [key, value]
  })
  const settings: Settings = Object.fromEntries(entries)
  problems.push(
    ...unknownSettings(environment),
    ...contradictions(environment),
    ...registryProblems(settings),
    ...missingS3Key(settings),
    ...missingCellarKey(settings),
  )
  if (problems.length === 0)
    problems.push(...conflictingPorts(settings), ...conflictingRanges(settings))
  if (problems.length > 0) throw new SettingsError(problems)
  return Object.freeze({ ...settings, machine: readMachine(environment) })
}

/** Adds the variables of `BERTH_SETTINGS_FILE` to the environment, as systemd would for the service; what is there already wins. */
export function addSettingsFile(environment: NodeJS.ProcessEnv = process.env): void {
  const { variable } = settingList.settingsFile
  const file = environment[variable]
  if (!file) return
  try {
    const variables = parseSettingsFile(readFileSync(file, 'utf8'))
    for (const [name, value] of Object.entries(variables)) environment[name] ??= value
  } catch (error) {
    throw new SettingsError([`${variable}=${file} cannot be read: ${(error as Error).message}`])
  }
}

/** Settings of the service that has this file. */
export function readSettingsOf(file: string, environment: NodeJS.ProcessEnv = process.env) {
  environment[settingList.settingsFile.variable] ??= file
  addSettingsFile(environment)
  return readSettings(environment)
}

/** Sentences for the operator about settings that work and should be changed. */
export const settingWarnings = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  formerNameWarnings(environment)

/** Variables that reproduce the same settings elsewhere, by their present names. */
export function givenVariables(
  { data }: Settings,
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const names = [...Object.values(settingList).map(({ variable }) => variable), ...machineVariables]
  const given = names.flatMap((name) => {
    const value = givenValue(environment, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(given), BERTH_DATA: data }
}

const namesOfTheTool = ['BERTH_API_TOKEN', 'BERTH_BRIDGE']

/** Misspelt settings are rejected. Variables of the command-line tool are ignored. */
function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set<string>([
    ...Object.values(settingList).map(({ variable }) => variable),
    ...Object.values(formerNames),
    ...namesOfTheTool,
  ])
  return Object.keys(environment)
    .filter((name) => name.startsWith('BERTH_') && !known.has(name))
    .map((name) => `${name} is not a setting: \`${serverCommand('--help')}\` lists them all`)
}

/** Text of `berth-server --help` about the settings. */
export function describeSettings(): string {
  return Object.values(settingList)
    .map(({ variable, fallback, meaning }) =>
      [`  ${variable.padEnd(27)} `, meaning, fallback && ` [${fallback}]`].join(''),
    )
    .join('\n')
}

import { isObject, kindOf, textMap } from './json-value.ts'

/** The values for an application, as far as the manifest knows them. */
export interface ReadConfig {
  config: Record<string, string>
  /** Keys that are not in the manifest's `config_vars`; they are left out. */
  ignored: string[]
  /** Variables of the manifest that were not given. */
  missing: string[]
}

export interface Unreadable {
  /** One sentence that names the field. */
  problem: string
}

const longestValue = 64 * 1024
const mostKeys = 1_000

/** Reads a `config` of a partner: keys outside the manifest are left out, values must be texts. */
export function readConfig(value: unknown, variables: readonly string[]): ReadConfig | Unreadable {
  if (value === undefined || value === null)
    return { config: textMap([]), ignored: [], missing: [...variables] }
  if (!isObject(value)) return { problem: `'config' must be an object; it is ${kindOf(value)}.` }
  const keys = Object.keys(value)
  if (keys.length > mostKeys) return { problem: `'config' has more than ${mostKeys} keys.` }
  const known = keys.filter((key) => variables.includes(key))
  for (const key of known) {
    const problem = valueProblem(key, value[key])
    if (problem) return { problem }
  }
  return {
    config: textMap(known.map((key) => [key, value[key] as string])),
    ignored: keys.filter((key) => !variables.includes(key)).map((key) => key.slice(0, 100)),
    missing: variables.filter((name) => !known.includes(name)),
  }
}

function valueProblem(key: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `'config.${key}' must be a text; it is ${kindOf(value)}.`
  if (value.length > longestValue) return `'config.${key}' is longer than 64 KiB.`
  return value.includes('\0') ? `'config.${key}' has a NUL character.` : undefined
}

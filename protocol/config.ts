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

/** Stands in a manifest for every name: the owner of the add-on chooses them. No provider's manifest may hold it. */
export const anyName = '*'

const variableName = /^[A-Za-z0-9_.-]{1,100}$/
const maxValueLength = 64 * 1024
/** What owners set may be as long as the variables of an application. */
const maxOwnValueLength = 128 * 1024
const maxKeys = 1_000
/** Of all values of a provider together, in characters: who lists add-ons has those of all of them at hand. */
export const maxConfig = 128 * 1024

/** Reads a `config` of a provider: keys outside the manifest are left out, values must be texts. */
export function readConfig(value: unknown, variables: readonly string[]): ReadConfig | Unreadable {
  const isOpen = variables.includes(anyName)
  const isKnown = (key: string) => (isOpen ? variableName.test(key) : variables.includes(key))
  const wanted = isOpen ? [] : variables
  if (value === undefined || value === null)
    return { config: textMap([]), ignored: [], missing: [...wanted] }
  if (!isObject(value)) return { problem: `'config' must be an object; it is ${kindOf(value)}.` }
  const keys = Object.keys(value)
  if (keys.length > maxKeys) return { problem: `'config' has more than ${maxKeys} keys.` }
  const known = keys.filter(isKnown)
  for (const key of known) {
    const problem = valueProblem(key, value[key], isOpen ? maxOwnValueLength : maxValueLength)
    if (problem) return { problem }
  }
  const total = known.reduce((sum, key) => sum + (value[key] as string).length, 0)
  if (!isOpen && total > maxConfig)
    return {
      problem: `The values of 'config' are longer than ${maxConfig / 1024} KiB together.`,
    }
  return {
    config: textMap(known.map((key) => [key, value[key] as string])),
    ignored: keys.filter((key) => !isKnown(key)).map((key) => key.slice(0, 100)),
    missing: wanted.filter((name) => !known.includes(name)),
  }
}

function valueProblem(key: string, value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return `'config.${key}' must be a text; it is ${kindOf(value)}.`
  if (value.length > longest) return `'config.${key}' is longer than ${longest / 1024} KiB.`
  return value.includes('\0') ? `'config.${key}' has a NUL character.` : undefined
}

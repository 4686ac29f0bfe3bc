import { record } from '#kit/schema.ts'
import { textMap } from './json-value.ts'
import {
  anyObject,
  check,
  maxLength,
  nullish,
  pipe,
  readOrProblem,
  shape,
  text,
  transform,
} from './shape.ts'

/** Variables for an application, as far as the manifest declares them. */
export interface ReadConfig {
  config: Record<string, string>
  /** Keys that are not in the manifest's `config_vars`; they are dropped. */
  ignored: string[]
  /** Variables of the manifest that are missing. */
  missing: string[]
}

export interface Unreadable {
  /** One sentence that names the field. */
  problem: string
}

/** In a manifest, stands for every name: the owner of the add-on chooses them. Not allowed in a provider's manifest. */
export const anyName = '*'

const variableName = /^[A-Za-z0-9_.-]{1,100}$/
const maxValueLength = 64 * 1024
/** Values set by owners may be as long as the variables of an application. */
const maxOwnValueLength = 128 * 1024
const maxKeys = 1_000
/** Total size of a provider's values, in characters, because listing add-ons loads those of all. */
export const maxConfig = 128 * 1024

/** Schema of a `config`: known names, with text values. */
const configSchema = (isKnown: (name: string) => boolean, maxLengthOfValue: number) =>
  pipe(
    anyObject((kind) => `must be an object; it is ${kind}`),
    check((given) => Object.keys(given).length <= maxKeys, `has more than ${maxKeys} keys`),
    transform((given) => Object.fromEntries(Object.entries(given).filter(([key]) => isKnown(key)))),
    record(
      pipe(
        text((kind) => `must be a text; it is ${kind}`),
        maxLength(maxLengthOfValue, `is longer than ${maxLengthOfValue / 1024} KiB`),
        check((value) => !value.includes('\0'), 'has a NUL character'),
      ),
    ),
  )

/** Parses a `config` of a provider: keys outside the manifest are dropped, values must be texts. */
export function readConfig(value: unknown, variables: readonly string[]): ReadConfig | Unreadable {
  const isOpen = variables.includes(anyName)
  const isKnown = (key: string) => (isOpen ? variableName.test(key) : variables.includes(key))
  const config = configSchema(isKnown, isOpen ? maxOwnValueLength : maxValueLength)
  const schema = shape({ config: nullish(config, {}) }, '')
  const { value: read, problem } = readOrProblem(schema, { config: value }, '')
  if (problem !== undefined) return { problem }
  const values = Object.entries(read.config)
  const total = values.reduce((sum, [, text]) => sum + text.length, 0)
  if (!isOpen && total > maxConfig)
    return {
      problem: `The values of 'config' are longer than ${maxConfig / 1024} KiB together.`,
    }
  const ignored = Object.keys(value ?? {}).filter((key) => !isKnown(key))
  return {
    config: textMap(values),
    ignored: ignored.map((key) => key.slice(0, 100)),
    missing: isOpen ? [] : variables.filter((name) => !Object.hasOwn(read.config, name)),
  }
}

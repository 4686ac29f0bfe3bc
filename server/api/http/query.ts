import {
  check,
  type Infer,
  integer,
  maxValue,
  minValue,
  pipe,
  read,
  type Schema,
  string,
  transform,
} from '#kit/schema.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** A query limited to the declared parameters; unlimited where none are declared. */
export type Query<Name extends string = string> = string extends Name
  ? URLSearchParams
  : { readonly get: (name: Name) => string | null }

/** An integer parameter. */
export const count = pipe(
  string,
  check((text) => /^\d{1,9}$/.test(text), 'must be a whole number'),
  transform(Number),
  integer,
)

const timeOf = (text: string) => (/^\d{12,14}$/.test(text) ? Number(text) : Date.parse(text))

/** An integer parameter from 1. */
export function countUpTo(max: number) {
  const sentence = `must be from 1 to ${max}`
  return pipe(count, minValue(1, sentence), maxValue(max, sentence))
}

/** A time parameter: ISO 8601 or milliseconds since 1970, parsed to the latter. */
export const moment = pipe(
  string,
  check((text) => !Number.isNaN(timeOf(text)), 'must be a date such as 2026-01-31T12:00:00Z'),
  transform(timeOf),
)

/** A boolean parameter: true when present with any value but `false`. */
export const flag = pipe(
  string,
  transform((text) => text !== 'false'),
)

/** The distinct values of a declared parameter that may be repeated, or separated by commas. */
export const valuesOf = (request: Request, name: string): Set<string> =>
  valuesIn(queryOf(request), name)

/** All parameters of a request, those that are repeated too. */
export const queryOf = ({ url }: Request): URLSearchParams => new URL(url).searchParams

export const valuesIn = (query: URLSearchParams, name: string): Set<string> =>
  new Set(
    query
      .getAll(name)
      .flatMap((text) => text.split(','))
      .filter(Boolean),
  )

/** The declared parameters that are present. An empty one counts as absent, unless it is a flag. */
export function readQuery<P extends Readonly<Record<string, Schema>>>(
  query: Query<keyof P & string>,
  parameters: P,
): { [Name in keyof P]?: Infer<P[Name]> } {
  const given = Object.entries(parameters).flatMap(([name, schema]) => {
    const text = query.get(name)
    if (text === null || (text === '' && schema !== flag)) return []
    const { value, problems } = read(schema, text)
    const [sentence] = problems?.values() ?? []
    if (sentence) throw new Refusal('invalid', `${name} ${sentence}.`)
    return [[name, value]]
  })
  return Object.fromEntries(given)
}

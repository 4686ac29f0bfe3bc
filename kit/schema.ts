import * as v from 'valibot'

export {
  check,
  description,
  exactOptional,
  maxValue,
  minValue,
  nullable,
  pipe,
  transform,
  union,
} from 'valibot'

/** Schema of a value: validates it, infers its type, and converts to JSON Schema (`json-schema.ts`). */
export type Schema<T = unknown> = v.GenericSchema<unknown, T>

/** Type of a validated value. */
export type Infer<S extends Schema> = v.InferOutput<S>

export const string = v.string('must be text')
const wholeNumber = 'must be a whole number'
export const integer = v.pipe(v.number(wholeNumber), v.safeInteger(wholeNumber))
// JSON has no infinity, but 1e999 is parsed as one.
export const number = v.pipe(v.number('must be a number'), v.finite('must be a number'))
export const boolean = v.boolean('must be true or false')
/** Anything, or absent. */
export const unknown = v.optional(v.unknown())

const described = new WeakMap<object, Schema>()

/** Accepts anything but is documented as a schema: for values validated later, with more specific messages. */
export function anythingLike(schema: Schema) {
  const anything = v.optional(v.unknown())
  described.set(anything, schema)
  return anything
}

/** The schema that documents one of `anythingLike`. */
export const documentedSchemaOf = (schema: object): Schema | undefined => described.get(schema)

/** A body used as text. */
export const text = v.string('must be text')
/** A body used as bytes, such as a picture. */
export const bytes = v.custom<Buffer>(Buffer.isBuffer, 'must be bytes')

/** Encoding of a body: JSON, or raw. */
export const encodingOf = (schema: Schema): 'json' | 'text' | 'bytes' =>
  schema === text ? 'text' : schema === bytes ? 'bytes' : 'json'

export const oneOf = <const T extends string>(...values: T[]) =>
  v.picklist(values, `must be one of ${values.join(', ')}`)

/** One of the values of a table, in which several keys may have the same. */
export const oneOfValues = <const T extends string>(table: Readonly<Record<string, T>>) =>
  oneOf(...new Set(Object.values(table)))

/**
 * May be absent. `null` and the empty text count as absent, because clients send any of the three for unchanged fields.
 */
export const optional = <S extends Schema>(inner: S) =>
  orAbsent(inner, (value) => (value === null || value === '' ? undefined : value))

const orAbsent = <S extends Schema>(inner: S, read: (value: unknown) => unknown) =>
  v.optional(
    v.pipe(v.unknown(), v.transform(read), v.nullish(inner)),
  ) as unknown as v.OptionalSchema<S, undefined>

/** Text that may be absent or `null`; the empty text is a value and clears the field. */
export const clearable = orAbsent(string, (value) => value ?? undefined)

export const array = <S extends Schema>(item: S) => v.array(item, 'must be a list')

/** The same for answers, which nobody changes. */
export const list = <S extends Schema>(item: S): Schema<readonly v.InferOutput<S>[]> => array(item)

/** A list of at least one, such as a command with its arguments. */
export const nonEmptyArray = <S extends Schema>(item: S) =>
  v.tupleWithRest([item], item, 'must be a list that is not empty')

/** What is always `null`. */
export const nothing = v.null('must be null')

const notObject = 'must be an object'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const anyObject = v.custom<Record<string, unknown>>(isObject, notObject)

/**
 * Arbitrary names with values of one schema. Uses a `Map`, because valibot's own record drops the names `__proto__` and
 * `constructor`.
 */
export const record = <S extends Schema>(value: S) =>
  v.pipe(
    anyObject,
    v.transform((given) => new Map(Object.entries(given))),
    v.map(v.string(), value),
    v.transform((map): Record<string, v.InferOutput<S>> => Object.fromEntries(map)),
  )

/** The named properties; others are dropped, not rejected. */
export const object = <E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    anyObject,
    v.object(entries, ({ path }) => sentenceForAbsent(entries[String(path?.[0].key)])),
  )

/** The same, with an entry for each property of a type: a property that is added to the type must be added here. */
export const objectOf =
  <T extends object>() =>
  <E extends v.ObjectEntries & Record<keyof T, unknown>>(entries: E) =>
    object(entries)

/** Message for a missing property, the same as for a wrong type. */
export function sentenceForAbsent(entry: v.ObjectEntries[string] | undefined): string {
  const { issues } = v.safeParse(entry as Schema, undefined)
  return issues?.[0].message ?? notObject
}

/** A text, or an object of another schema; problems are those of the intended one. */
export const textOr = <S extends Schema>(other: S) =>
  v.union([string, other], ({ input, issues = [] }) => {
    const meant = typeof input === 'object' ? issues.at(-1) : issues[0]
    return meant?.message ?? notObject
  })

/** Problems of a value, by path inside it (`address.city`, `features[2].name`). */
export type Problems = ReadonlyMap<string, string>

/** The most values of which all problems are listed: each problem takes far more memory than the value that has it. */
const maxChecked = 10_000

/** The value as a `T`, or its problems; of a large value only the first. */
export function read<T>(
  schema: Schema<T>,
  value: unknown,
): { value: T; problems?: never } | { value?: never; problems: Problems } {
  const { success, output, issues: first } = v.safeParse(schema, value, { abortEarly: true })
  if (success) return { value: output }
  const issues = isLarge(value) ? first : (v.safeParse(schema, value).issues ?? first)
  const problems = new Map<string, string>()
  for (const [path, sentence] of issues.flatMap((issue) => problemsOf(issue, ''))) {
    // Of several problems at one path the first is reported.
    if (!problems.has(path)) problems.set(path, sentence)
  }
  return { problems }
}

/** Whether a value has more than `maxChecked` values inside. */
function isLarge(value: unknown): boolean {
  const inside = [value]
  for (const each of inside) {
    if (typeof each !== 'object' || each === null || ArrayBuffer.isView(each)) continue
    const values: unknown[] = Array.isArray(each) ? each : Object.values(each)
    if (inside.length + values.length > maxChecked) return true
    inside.push(...values)
  }
  return false
}

/** For a union, the problems inside the intended option, if it can be determined. */
function problemsOf(
  { path = [], issues = [], message }: Issue,
  outside: string,
): (readonly [string, string])[] {
  const here = path.reduce(
    (outer, { type, key }) =>
      type === 'array' ? `${outer}[${key}]` : outer === '' ? `${key}` : `${outer}.${key}`,
    outside,
  )
  const inside = issues.filter((issue) => issue.path)
  return inside.length === 0
    ? [[here, message]]
    : inside.flatMap((issue) => problemsOf(issue, here))
}

/** The used part of a valibot issue. */
interface Issue {
  message: string
  path?: readonly { type: string; key: unknown }[] | undefined
  issues?: readonly Issue[] | undefined
}

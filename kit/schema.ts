/** What is wrong with a value, by path inside it (`instance.type`). */
export type Problems = Record<string, string>

/** The shape of a value: tests it, gives it its type, and describes itself as JSON Schema. */
export interface Schema<T> {
  readonly json: Readonly<Record<string, unknown>>
  /** How it travels, when that is not as JSON: taken as it came, whatever it is. */
  readonly form?: 'text' | 'bytes'
  /** The value as a `T`, or `undefined` with what is wrong noted under its path. */
  read(value: unknown, path: string, problems: Problems): T | undefined
}

export type Infer<S> = S extends Schema<infer T> ? T : never

const primitive = <T>(
  json: Schema<T>['json'],
  noun: string,
  is: (value: unknown) => boolean,
): Schema<T> => ({
  json,
  read(value, path, problems) {
    if (is(value)) return value as T
    problems[path] = `must be ${noun}`
    return undefined
  },
})

export const string: Schema<string> = primitive(
  { type: 'string' },
  'text',
  (value) => typeof value === 'string',
)
export const integer: Schema<number> = primitive(
  { type: 'integer' },
  'a whole number',
  Number.isSafeInteger,
)
export const number: Schema<number> = primitive(
  { type: 'number' },
  'a number',
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
)
export const boolean: Schema<boolean> = primitive(
  { type: 'boolean' },
  'true or false',
  (value) => typeof value === 'boolean',
)
export const unknown: Schema<unknown> = primitive({}, 'anything', () => true)

/** A body that is taken as the text it came as. */
export const text: Schema<string> = { ...string, form: 'text' }

/** A body that is taken as the bytes it came as, such as a picture. */
export const bytes: Schema<Buffer> = {
  ...primitive<Buffer>({ type: 'string', format: 'binary' }, 'bytes', Buffer.isBuffer),
  form: 'bytes',
}

export const oneOf = <const T extends string>(...values: T[]): Schema<T> =>
  primitive({ enum: values }, `one of ${values.join(', ')}`, (value) => values.includes(value as T))

/** May be absent. `null` and the empty text count as absent, because clients send any of the three for what they leave alone. */
export const optional = <T>(inner: Schema<T>): Schema<T | undefined> => ({
  json: { anyOf: [inner.json, { type: 'null' }] },
  read: (value, path, problems) =>
    isAbsent(value) || value === '' ? undefined : inner.read(value, path, problems),
})

/** Text that may be absent or `null`; the empty text is a value of its own and clears what was there. */
export const clearable: Schema<string | undefined> = {
  json: optional(string).json,
  read: (value, path, problems) =>
    isAbsent(value) ? undefined : string.read(value, path, problems),
}

const isAbsent = (value: unknown) => value === undefined || value === null

export const array = <T>(inner: Schema<T>): Schema<T[]> => ({
  json: { type: 'array', items: inner.json },
  read(value, path, problems) {
    if (!Array.isArray(value)) {
      problems[path] = 'must be a list'
      return undefined
    }
    return value.map((element, index) => inner.read(element, `${path}[${index}]`, problems) as T)
  },
})

/** Any names, values of one shape. */
export const record = <T>(inner: Schema<T>): Schema<Record<string, T>> => ({
  json: { type: 'object', additionalProperties: inner.json },
  read(value, path, problems) {
    if (!isObject(value)) {
      problems[path] = 'must be an object'
      return undefined
    }
    const entries = Object.entries(value).map(
      ([name, element]) => [name, inner.read(element, join(path, name), problems)] as const,
    )
    return Object.fromEntries(entries) as Record<string, T>
  },
})

/** The named properties; what else is there is left out, not refused. */
export const object = <P extends Record<string, Schema<unknown>>>(
  properties: P,
): Schema<{ [K in keyof P]: Infer<P[K]> }> => ({
  json: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, schema.json]),
    ),
  },
  read(value, path, problems) {
    if (!isObject(value)) {
      problems[path] = 'must be an object'
      return undefined
    }
    const entries = Object.entries(properties).map(
      ([name, schema]) => [name, schema.read(value[name], join(path, name), problems)] as const,
    )
    return Object.fromEntries(entries) as { [K in keyof P]: Infer<P[K]> }
  },
})

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

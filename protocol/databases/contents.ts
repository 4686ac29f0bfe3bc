import { boolean, number, read, type Schema } from '#kit/schema.ts'
import {
  check,
  fallback,
  type Infer,
  list,
  maxLength,
  minValue,
  nullish,
  optional,
  picklist,
  pipe,
  readOrProblem,
  shape,
  text,
  transform,
} from '#protocol/shape.ts'

/** Limits of what is asked for and of what a page shows; more is cut off. */
export const maxEntries = 500
const maxRows = 100
const maxColumns = 1_000
const maxValueLength = 1_000
const maxStatementBytes = 64 * 1024
export const maxAnswerBytes = 1024 * 1024
/** Names of PostgreSQL have 63 bytes, keys of Redis may be longer. */
const maxNameLength = 1_024

const whole = pipe(
  number,
  minValue(0),
  check((given) => Number.isSafeInteger(given), 'must be a whole number'),
)
const name = (most = maxNameLength) =>
  pipe(
    text('must be text'),
    maxLength(most, 'is too long'),
    check(
      (given) => !given.includes('\0') && given.isWellFormed(),
      'has characters that no name has',
    ),
  )

/** What is asked of a database: its tables or keys, the rows of one, or the rows of a statement. */
const requestSchema = shape(
  {
    kind: picklist(['list', 'rows', 'query']),
    /** Where a list goes on: `cursor` of its last answer. */
    cursor: fallback(name(), ''),
    schema: fallback(name(), ''),
    table: fallback(name(), ''),
    offset: fallback(whole, 0),
    limit: fallback(
      pipe(
        whole,
        transform((given) => Math.min(given, maxRows)),
      ),
      maxRows,
    ),
    statement: optional(
      pipe(
        text('must be text'),
        check((given) => !given.includes('\0') && given.isWellFormed(), 'is not plain text'),
        check(
          (given) => Buffer.byteLength(given) <= maxStatementBytes,
          `is longer than ${maxStatementBytes} bytes`,
        ),
      ),
      '',
    ),
  },
  'must be an object',
)

/** Body of `POST {base_url}/{id}/contents`, an optional extension. */
export type ContentRequest = Infer<typeof requestSchema>

/** Parses the request on the provider's side. */
export const readContentRequest = (given: unknown) =>
  readOrProblem(requestSchema as Schema<ContentRequest>, given, 'the body')

const figure = fallback(nullish(pipe(number, minValue(0))), undefined)
const cut = (most: number) => (given: string) =>
  given.length > most ? `${given.slice(0, most).toWellFormed()}…` : given

const entry = shape(
  {
    schema: name(),
    name: name(),
    /** `table`, `view`, … or the type of a key. */
    kind: fallback(name(60), ''),
    bytes: figure,
    rows: figure,
  },
  'must be an object',
)

const listSchema = shape(
  {
    entries: pipe(
      list(entry, 'must be a list'),
      transform((given) => given.slice(0, maxEntries)),
    ),
    /** Where the list goes on; empty at its end. */
    cursor: fallback(name(), ''),
  },
  'must be an object',
)

const value = nullish(pipe(text('must be text'), transform(cut(maxValueLength))))

const rowsSchema = shape(
  {
    columns: pipe(
      list(pipe(text('must be text'), transform(cut(maxNameLength))), 'must be a list'),
      transform((given) => given.slice(0, maxColumns)),
    ),
    rows: pipe(
      list(list(value, 'must be a list'), 'must be a list'),
      transform((given) => given.slice(0, maxRows).map((row) => row.slice(0, maxColumns))),
    ),
    /** Whether these are all rows that there are. */
    isComplete: fallback(boolean, false),
  },
  'must be an object',
)

export type ContentList = Infer<typeof listSchema>
export type ContentEntry = Infer<typeof entry>
export type ContentRows = Infer<typeof rowsSchema>

/** Parse answers on the platform's side; `undefined` when they are invalid. */
export const readContentList = (given: unknown): ContentList | undefined =>
  read(listSchema, given).value
export const readContentRows = (given: unknown): ContentRows | undefined =>
  read(rowsSchema, given).value

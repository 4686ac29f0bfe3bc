import { number, read } from '#kit/schema.ts'
import {
  fallback,
  type Infer,
  list,
  minValue,
  nullish,
  optional,
  pipe,
  regex,
  shape,
  text,
  transform,
} from '#protocol/shape.ts'
import { usageSchema } from '#protocol/usage.ts'

/** Limits of what a provider tells and a page shows; more is cut off. */
export const maxConnectionsTold = 100
export const maxTablesTold = 10
const maxBucketsTold = 200
export const maxStatementsTold = 20
export const maxStatementLength = 600
const maxNameLength = 200

const figure = pipe(number, minValue(0))
/** A figure that is wrong is treated as one that is not told. */
const perhaps = fallback(optional(figure), undefined)

/** Text of a customer, such as the name of a table; what is too long is cut. */
const words = (length: number) =>
  fallback(
    pipe(
      text('must be a text'),
      transform((given) =>
        given.length > length ? `${given.slice(0, length).toWellFormed()}…` : given,
      ),
    ),
    '',
  )

const connectionId = /^[A-Za-z0-9_-]{1,60}$/

/** It becomes part of a URL. */
export const isConnectionId = (given: string): boolean => connectionId.test(given)

const connection = shape(
  {
    id: pipe(text('must be a text'), regex(connectionId, 'must be a name')),
    /** What its client calls itself. */
    application: words(maxNameLength),
    address: words(maxNameLength),
    /** Such as `idle`. */
    state: words(maxNameLength),
    /** Seconds in this state. */
    seconds: perhaps,
  },
  'must be an object',
)

const table = shape(
  { name: words(maxNameLength), bytes: perhaps, rows: perhaps },
  'must be an object',
)

const bucket = shape(
  { name: words(maxNameLength), objects: perhaps, bytes: perhaps },
  'must be an object',
)

const statement = shape(
  {
    /** Without the values of the customer's users. */
    text: words(maxStatementLength),
    calls: figure,
    /** In milliseconds. */
    mean: figure,
    total: figure,
  },
  'must be an object',
)

const insightsSchema = shape(
  {
    /** Of the server, such as `15.6`. */
    version: words(maxNameLength),
    uptimeSeconds: perhaps,
    usage: usageSchema,
    connections: firstOf(connection, maxConnectionsTold),
    /** The largest ones; absent when they could not be measured now. */
    tables: nullish(firstOf(table, maxTablesTold)),
    /** Those that took longest in total; absent when the server does not count them. */
    statements: nullish(firstOf(statement, maxStatementsTold)),
    /** Of a store of objects, the largest first; absent for a database. */
    buckets: nullish(firstOf(bucket, maxBucketsTold)),
  },
  'must be an object',
)

function firstOf<S extends Parameters<typeof list>[0]>(item: S, most: number) {
  return pipe(
    list(item, 'must be a list'),
    transform((given) => given.slice(0, most)),
  )
}

/** Response to `GET {base_url}/{id}/insights`, an optional extension: what a database is doing now, or a store holds. */
export type Insights = Infer<typeof insightsSchema>
export type ConnectionInsight = Infer<typeof connection>
export type TableInsight = Infer<typeof table>
export type BucketInsight = Infer<typeof bucket>
export type StatementInsight = Infer<typeof statement>

/** Parses the response on the platform's side; `undefined` when it is invalid. */
export const readInsights = (given: unknown): Insights | undefined =>
  read(insightsSchema, given).value

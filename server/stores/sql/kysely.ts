import { createRequire } from 'node:module'

/** Kysely in its CommonJS form, whose 260 files load in two thirds of the time: every start of the server waits for them. */
const kysely: typeof import('kysely') = createRequire(import.meta.url)('kysely')

export const {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteDialect,
  sql,
} = kysely
export type Kysely<Tables> = import('kysely').Kysely<Tables>

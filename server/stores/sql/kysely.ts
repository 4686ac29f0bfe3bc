/** What the stores use of Kysely, which is all of it that the bundle of the server takes along. */
export {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteDialect,
  sql,
} from 'kysely'

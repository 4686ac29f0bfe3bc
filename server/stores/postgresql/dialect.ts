import type { CustomTypesConfig } from 'pg'
import type { MigrationDialect } from '#stores/migrations/migration-dialect.ts'
import { sql } from '#stores/sql/kysely.ts'
import { builtins, getTypeParser } from './pg.ts'

/**
 * Every difference between the SQL of PostgreSQL and that of SQLite. The queries and the migrations are shared; what
 * both databases understand in the same way is written there.
 */

/** SQLite returns numbers for these; PostgreSQL's client returns text, because they may exceed a double. */
const exactNumber = (text: string): number => {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(`${text} is larger than any number of the store`)
  }
  return number
}

/** Parsers of column types. Counts are bigint, sums of bigint are numeric. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === builtins.INT8 || oid === builtins.NUMERIC
      ? exactNumber
      : getTypeParser(oid, format as 'text'),
}

/** PostgreSQL's text cannot hold U+0000, which answers of providers may contain. */
export const toParameter = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value

/** Places where the SQL of a released migration is understood by SQLite only. A PostgreSQL database is empty there. */
const replacements: readonly (readonly [string, string])[] = [
  // SQLite's number of a row.
  [`update members set "number" = rowid`, `update members set "number" = 0`],
  // Both parts of a recursive query need the same collation.
  [
    `select "name", length("name"), '' from domains`,
    `select "name", length("name"), '' collate "C" from domains`,
  ],
]

/**
 * A statement of a migration in PostgreSQL's SQL. Text is compared by code points and integers have 64 bits, as in
 * SQLite, whatever the locale of the database.
 */
function toPostgresql(statement: string): string {
  const portable = replacements.reduce((text, [from, to]) => text.replace(from, to), statement)
  return portable
    .replace(/("\w+") text\b/g, '$1 text collate "C"')
    .replace(/("\w+") integer\b/g, '$1 bigint')
}

export const postgresqlMigrations: MigrationDialect = {
  translate: toPostgresql,
  async readColumns(db) {
    const { rows } = await sql<{ name: string }>`
      select tables.relname || '.' || columns.attname as name
      from pg_class as tables join pg_attribute as columns on columns.attrelid = tables.oid
      where tables.relnamespace = current_schema()::regnamespace and tables.relkind = 'r'
        and columns.attnum > 0 and not columns.attisdropped`.execute(db)
    return new Set(rows.map(({ name }) => name))
  },
}

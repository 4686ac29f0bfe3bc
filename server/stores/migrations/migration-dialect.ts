import { type Kysely, sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

/** What migrations need to know of the kind of database. */
export interface MigrationDialect {
  /** A statement of a migration, which is written in SQLite's SQL. */
  translate(statement: string): string
  /** Every column as `table.column`. */
  readColumns(db: Kysely<Tables>): Promise<ReadonlySet<string>>
}

export const sqliteMigrations: MigrationDialect = {
  translate: (statement) => statement,
  async readColumns(db) {
    const { rows } = await sql<{ name: string }>`
      select tables.name || '.' || columns.name as name
      from sqlite_master as tables, pragma_table_info(tables.name) as columns
      where tables.type = 'table'`.execute(db)
    return new Set(rows.map(({ name }) => name))
  },
}

import { migrate } from '#stores/migrations/migrate.ts'
import { sqliteMigrations } from '#stores/migrations/migration-dialect.ts'
import { Kysely, SqliteDialect } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { openSqliteDatabase } from '#stores/sqlite/sqlite-database.ts'

/** Of the formatter. */
const lineWidth = 100
/** The formatter leaves a text beside a key of fewer letters. */
const minBrokenKey = 5

/** The tables and columns that all migrations make, as the module that a start compares its store with. */
export async function storeSchema(): Promise<string> {
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(db)
  const columns = [...(await sqliteMigrations.readColumns(db))].map((name) => name.split('.'))
  await db.destroy()
  const tables = Map.groupBy(columns, ([table = '']) => table)
  const lines = [...tables].sort().map(([table, rows]) => {
    const names = rows.map(([, column]) => column).sort()
    const line = `  ${table}: '${names.join(' ')}',`
    const isBroken = line.length > lineWidth && table.length >= minBrokenKey
    return isBroken ? line.replace(': ', ':\n    ') : line
  })
  return [
    '/** Columns of each table after all migrations. Written by `npm run docs`. */',
    'export const schema: Readonly<Record<string, string>> = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

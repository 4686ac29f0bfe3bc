import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, SqliteDialect } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { openSqliteDatabase } from '#stores/sqlite/sqlite-database.ts'
import { earlierHistories } from '#tests/support/stores/earlier-histories.ts'
import { checkSchema, IncompleteStoreError, migrate } from './migrate.ts'
import { sqliteMigrations } from './migration-dialect.ts'
import { type Migration, migrations } from './migrations.ts'

function openDatabase() {
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  return { database, db, [Symbol.asyncDispose]: () => db.destroy() }
}

/** All tables, columns, indexes and triggers, and the migrations that were run. */
async function contentOf({ database, db }: ReturnType<typeof openDatabase>) {
  const made = database
    .prepare(`select type, name from sqlite_master where sql is not null order by 1, 2`)
    .all([])
  const run = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return { made, run, columns: [...(await sqliteMigrations.readColumns(db))].sort() }
}

async function contentAfter(history: readonly Migration[]) {
  await using opened = openDatabase()
  await migrate(opened.db, history)
  await migrate(opened.db)
  await checkSchema(opened.db)
  return await contentOf(opened)
}

test('repairs: a store that ran an earlier form of a migration becomes equal to a new one', async () => {
  const fresh = await contentAfter(migrations)
  for (const { what, history } of earlierHistories) {
    assert.deepEqual(await contentAfter(history), fresh, what)
  }
})

test('schema: a store that lacks a column is refused, and the column named', async () => {
  await using opened = openDatabase()
  await migrate(opened.db)
  opened.database.prepare('alter table servers drop column "followedAt"').run([])
  await assert.rejects(checkSchema(opened.db), IncompleteStoreError)
  await assert.rejects(checkSchema(opened.db), /lacks servers\.followedAt:/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { Kysely, SqliteDialect, sql } from '#stores/sql/kysely.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

test('a transaction for which there is no room says so, leaves nothing, and hinders nobody', async () => {
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<{ words: { word: string } }>({ dialect: new SqliteDialect({ database }) })
  await sql`create table words (word text)`.execute(db)
  await sql`pragma max_page_count = 10`.execute(db)
  const add = (word: string) =>
    db.transaction().execute((inside) => inside.insertInto('words').values({ word }).execute())
  await assert.rejects(add('x'.repeat(100_000)), isDiskFull)
  assert.deepEqual(await db.selectFrom('words').selectAll().execute(), [])
  await add('short')
  assert.equal((await db.selectFrom('words').selectAll().execute()).length, 1)
  await db.destroy()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { Kysely, SqliteDialect, sql } from '#stores/sql/kysely.ts'
import { openSqliteDatabase, writtenBy } from './sqlite-database.ts'

test('SQLite: a transaction on a full disk fails as such, leaves nothing, and blocks no other', async () => {
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

test('written table: is parsed from a statement', () => {
  const table = 'accessTokens'
  const update = { table, isDelete: false }
  assert.deepEqual(writtenBy('insert into "accessTokens" ("token") values (?)'), update)
  assert.deepEqual(writtenBy('insert into accessTokens values (?)'), update)
  assert.deepEqual(writtenBy('update "accessTokens" set "lastUsedAt" = ?'), update)
  assert.deepEqual(writtenBy('DELETE FROM "accessTokens" where 1'), { table, isDelete: true })
  assert.deepEqual(writtenBy('delete from "accessTokens" returning *'), { table, isDelete: true })
})

test('written table: queries and transaction statements change nothing', () => {
  for (const sql of [
    'select * from "users"',
    'begin',
    'commit',
    'rollback',
    'pragma user_version',
  ]) {
    assert.equal(writtenBy(sql), undefined, sql)
  }
})

test('written table: an unknown statement may change anything', () => {
  for (const sql of [
    'with gone as (select 1) delete from users',
    'insert or replace into users values (1)',
    'replace into users values (1)',
    'create table x (y)',
    'alter table users add column z',
    ' select 1',
  ]) {
    assert.equal(writtenBy(sql), 'anything', sql)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, SqliteDialect } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { openSqliteDatabase } from '#stores/sqlite/sqlite-database.ts'
import { standingOf } from './history.ts'
import { checkSchema, migrate, NewerStoreError, planMigrations } from './migrate.ts'
import { type Migration, migrations } from './migrations.ts'

const step = (name: string, compatibleWith: string | null, ...statements: string[]): Migration => ({
  name,
  compatibleWith,
  statements: async () => statements,
})
const last = migrations.at(-1)?.name ?? ''
const expand = step('9001-expand', last, 'alter table users add column "nickname" text')
const narrow = step('9002-narrow', '9001-expand', 'alter table users drop column "nickname"')
const breaking = step('9003-breaking', null, 'drop table "avatars"')

function openDatabase() {
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  return { database, db, [Symbol.asyncDispose]: () => db.destroy() }
}

test('marked migrations: a version that knows the one that is named goes on, and says with which', async () => {
  await using opened = openDatabase()
  const { db } = opened
  await migrate(db, [...migrations, expand])
  assert.deepEqual(await migrate(db), ['9001-expand'])
  await checkSchema(db)
  await migrate(db, [...migrations, expand, narrow])
  assert.deepEqual(await migrate(db, [...migrations, expand]), ['9002-narrow'])
  await assert.rejects(migrate(db), /newer version of Berth \(it knows 9002-narrow, this one/)
})

test('marked migrations: one without a mark is refused, whatever came with it', async () => {
  await using opened = openDatabase()
  await migrate(opened.db, [...migrations, expand, breaking])
  await assert.rejects(migrate(opened.db), NewerStoreError)
  await assert.rejects(migrate(opened.db), /9003-breaking/)
})

test('marked migrations: a version with migrations of its own does not run them on newer tables', () => {
  const history = [step('1', null), step('2', null)]
  const run = [step('1', null), step('3', '1')]
  assert.deepEqual(standingOf(run, history).refused, ['3'])
  assert.deepEqual(standingOf([...run, step('2', null)], history).newer, ['3'])
})

test('marked migrations: a table of migrations from before the marks gets them, and the version before goes on', async () => {
  await using opened = openDatabase()
  const { database, db } = opened
  const run = (sql: string) => database.prepare(sql).run([])
  await migrate(db)
  run('alter table migrations drop column "compatibleWith"')
  assert.deepEqual((await planMigrations(db)).pending, [])
  await migrate(db)
  await checkSchema(db)
  // What the version before writes.
  run(`insert into migrations ("name", "date") values ('9000-other', 1)`)
  await assert.rejects(migrate(db), /9000-other/)
})

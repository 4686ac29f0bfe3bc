import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations } from '#stores/migrations/migrations.ts'
import { resultOf } from './test-store.ts'

test('test store: its tables, made at once, are those that all migrations make', async () => {
  const statements = await resultOf(migrations)
  assert.ok(statements.length > 40)
  const [first] = migrations
  assert.ok(first)
  const atOnce = [{ name: first.name, compatibleWith: null, statements: async () => statements }]
  assert.deepEqual(await resultOf(atOnce), statements)
})

test('test store: rows that migrations write are there', async () => {
  const statements = ['create table seeds (a int, b text)', "insert into seeds values (1, 'it''s')"]
  const history = [{ name: 'one', compatibleWith: null, statements: async () => statements }]
  assert.deepEqual(await resultOf(history), [
    'CREATE TABLE seeds (a int, b text)',
    `insert into "seeds" values (1, 'it''s')`,
  ])
})

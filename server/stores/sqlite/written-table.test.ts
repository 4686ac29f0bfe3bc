import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writtenBy } from './written-table.ts'

test('a statement tells which table it changes', () => {
  const table = 'accessTokens'
  const update = { table, isDelete: false }
  assert.deepEqual(writtenBy('insert into "accessTokens" ("token") values (?)'), update)
  assert.deepEqual(writtenBy('insert into accessTokens values (?)'), update)
  assert.deepEqual(writtenBy('update "accessTokens" set "lastUsedAt" = ?'), update)
  assert.deepEqual(writtenBy('DELETE FROM "accessTokens" where 1'), { table, isDelete: true })
  assert.deepEqual(writtenBy('delete from "accessTokens" returning *'), { table, isDelete: true })
})

test('questions and the frame of a transaction change nothing', () => {
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

test('what is not understood may change anything', () => {
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestPostgresql } from '#tests/support/databases/postgresql.ts'

test('PostgreSQL: what a database holds is listed, queried and exported', async (t) => {
  const scene = await openTestPostgresql()
  t.after(() => scene.close())
  const { id, ask } = await scene.order()
  await ask('create table t (n int); insert into t values (7);')
  const { entries } = await scene.contents(id, { kind: 'list' })
  assert.deepEqual(
    entries.map(({ name }: { name: string }) => name),
    ['t'],
  )
  const { rows } = await scene.contents(id, { kind: 'query', statement: 'select n from t' })
  assert.deepEqual(rows, [['7']])
  assert.ok((await scene.export(id)).length > 0)
})

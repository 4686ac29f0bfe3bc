import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestRedis } from '#tests/support/databases/redis.ts'

test('Redis: what a database holds is listed, queried and exported', async (t) => {
  const scene = await openTestRedis()
  t.after(() => scene.close())
  const { id, ask } = await scene.order()
  await ask('set t 7\n')
  const { entries } = await scene.contents(id, { kind: 'list' })
  assert.deepEqual(
    entries.map(({ name }: { name: string }) => name),
    ['t'],
  )
  const { rows } = await scene.contents(id, { kind: 'query', statement: 'get t' })
  assert.deepEqual(rows, [['7']])
  assert.ok((await scene.export(id)).length > 0)
})

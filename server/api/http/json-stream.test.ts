import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonArrayStream } from './json-stream.ts'

for (const count of [0, 1, 9, 10, 11, 35]) {
  test(`JSON stream: ${count} records are one array`, async () => {
    const items = Array.from({ length: count }, (_, number) => number)
    const response = jsonArrayStream(items, async (number) => ({ number, text: ']"' }))
    assert.equal(response.headers.get('content-type'), 'application/json')
    assert.deepEqual(
      await response.json(),
      items.map((number) => ({ number, text: ']"' })),
    )
  })
}

test('JSON stream: records are made as the client reads, and other work goes on between batches', async () => {
  const items = Array.from({ length: 300 }, (_, number) => number)
  let made = 0
  const response = jsonArrayStream(items, async (number) => {
    made += 1
    return number
  })
  const reader = response.body?.getReader() ?? assert.fail()
  await reader.read()
  assert.ok(made < 60, `${made} were made for the first batch`)
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  while (!(await reader.read()).done);
  clearImmediate(counting)
  assert.equal(made, 300)
  assert.ok(turns > 0)
})

test('JSON stream: a record that cannot be made ends the response with an error', async () => {
  const response = jsonArrayStream([1, 2], () => Promise.reject(new Error('no store')))
  await assert.rejects(response.text(), /no store/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createKeyedMutex, createMutex } from './keyed-mutex.ts'

test('mutex: acts of one key go one after the other, in order, and others do not wait for them', async () => {
  const inTurn = createKeyedMutex()
  const events: string[] = []
  const held = Promise.withResolvers<void>()
  const first = inTurn('a', async () => {
    events.push('a1 begins')
    await held.promise
    events.push('a1 ends')
  })
  const second = inTurn('a', async () => events.push('a2'))
  await inTurn('b', async () => events.push('b'))
  await setImmediate()
  assert.deepEqual(events, ['a1 begins', 'b'])
  held.resolve()
  await Promise.all([first, second])
  assert.deepEqual(events, ['a1 begins', 'b', 'a1 ends', 'a2'])
})

test('mutex: an act that fails fails alone', async () => {
  const alone = createMutex()
  const failing = alone(() => Promise.reject(new Error('no')))
  const next = alone(async () => 'next')
  await assert.rejects(failing, /no/)
  assert.equal(await next, 'next')
})

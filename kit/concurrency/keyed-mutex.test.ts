import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createKeyedMutex, createMutex } from './keyed-mutex.ts'

test('keyed mutex: calls of one key run in order, one at a time, and do not block other keys', async () => {
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

test('keyed mutex: a failing call does not affect the next', async () => {
  const alone = createMutex()
  const failing = alone(() => Promise.reject(new Error('no')))
  const next = alone(async () => 'next')
  await assert.rejects(failing, /no/)
  assert.equal(await next, 'next')
})

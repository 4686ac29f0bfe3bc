import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createFairMutex, createKeyedMutex, createMutex } from './keyed-mutex.ts'

test('keyed mutex: calls of one key run in order, one at a time, and do not block other keys', async () => {
  const withLock = createKeyedMutex()
  const events: string[] = []
  const held = Promise.withResolvers<void>()
  const first = withLock('a', async () => {
    events.push('a1 begins')
    await held.promise
    events.push('a1 ends')
  })
  const second = withLock('a', async () => events.push('a2'))
  await withLock('b', async () => events.push('b'))
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

test('fair mutex: keys take turns, however many wait for one of them', async () => {
  const mutex = createFairMutex()
  const order: string[] = []
  const { promise: begin, resolve } = Promise.withResolvers<void>()
  const holding = mutex('holder', () => begin)
  const take = (key: string, name: string) => mutex(key, async () => void order.push(name))
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => take('a', name)),
    ...['b1', 'b2'].map((name) => take('b', name)),
    take('c', 'c1'),
  ]
  resolve()
  await Promise.all([holding, ...all])
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('fair mutex: one runs at a time, and a failed one lets the next run', async () => {
  const mutex = createFairMutex()
  let running = 0
  const work = async () => {
    assert.equal(++running, 1)
    await Promise.resolve()
    running -= 1
  }
  const failing = mutex('a', async () => {
    await work()
    throw new Error('no')
  })
  const results = await Promise.allSettled([failing, mutex('a', work), mutex('b', work)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  )
  await mutex('a', work)
})

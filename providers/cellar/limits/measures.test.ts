import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { Buckets, Size } from '#providers/cellar/gateway/buckets.ts'
import { createMeasures } from './measures.ts'

const max = { bytes: 1000, objects: 10 }
const nothing = async () => {}
const bucketsOf = (sizeOf: Buckets['sizeOf']): Buckets => ({
  sizeOf,
  policyOf: async () => null,
  setPolicy: nothing,
  makeRoom: nothing,
  remove: nothing,
})

test('measures: one that takes long keeps nobody waiting, neither its add-on nor others', async () => {
  const measures = createMeasures({ wait: 10 })
  const slow = Promise.withResolvers<Size>()
  const one = { id: 'one', names: ['a'], max, buckets: bucketsOf(() => slow.promise) }
  const size = { bytes: 5, objects: 1 }
  const other = { id: 'other', names: ['b'], max, buckets: bucketsOf(async () => size) }
  assert.equal(await measures.newest(one), undefined)
  assert.deepEqual(await measures.newest(other), { ...size, buckets: [{ name: 'b', ...size }] })
  assert.equal(await measures.newest(one), undefined)
  slow.resolve(size)
  await until(async () => (await measures.newest(one))?.bytes === 5, {
    timeout: 30_000,
    what: 'the size',
  })
})

test('measures: one takes at most a twentieth of the time', async () => {
  let [at, count] = [0, 0]
  const measures = createMeasures({ now: () => at })
  const buckets = bucketsOf(async () => {
    count += 1
    at += 100
    return { bytes: 1, objects: 1 }
  })
  const one = { id: 'one', names: ['a'], max, buckets }
  await measures.newest(one)
  at += 1999
  await measures.newest(one)
  assert.equal(count, 1)
  at += 1
  await measures.newest(one)
  assert.equal(count, 2)
  measures.forget('one')
  await measures.newest(one)
  assert.equal(count, 3)
})

test('measures: no bucket is counted further than twice what the plan has left', async () => {
  const measures = createMeasures()
  const counted: Size[] = []
  const buckets = bucketsOf(async (_, most) => {
    counted.push(most)
    return { bytes: 1500, objects: 4 }
  })
  const sizes = await measures.newest({ id: 'one', names: ['a', 'b', 'c'], max, buckets })
  assert.deepEqual(counted, [
    { bytes: 2000, objects: 20 },
    { bytes: 500, objects: 16 },
    { bytes: -1000, objects: 12 },
  ])
  assert.equal(sizes?.bytes, 4500)
})

test('measures: one that fails leaves the size before, and is reported', async () => {
  const problems: unknown[] = []
  let at = 0
  const measures = createMeasures({ now: () => at, onProblem: (problem) => problems.push(problem) })
  let isBroken = false
  const buckets = bucketsOf(async () => {
    if (isBroken) throw new Error('broken')
    return { bytes: 7, objects: 1 }
  })
  const one = { id: 'one', names: ['a'], max, buckets }
  await measures.newest(one)
  isBroken = true
  at += 1
  assert.equal((await measures.newest(one))?.bytes, 7)
  assert.equal(problems.length, 1)
})

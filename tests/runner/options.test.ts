import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intoBatches, slowestFirst } from '#tests/test-order.ts'
import { runOptions } from './options.ts'

test('run options: path filters, --full, --changed, and --slowest with a number', () => {
  assert.deepEqual(runOptions([]), {
    parts: [],
    isFull: false,
    isCluster: false,
    changed: false,
    slowest: 10,
  })
  assert.deepEqual(runOptions(['--full', 'kit', '--changed', '--slowest', '9', 'git/']), {
    parts: ['kit', 'git/'],
    isFull: true,
    isCluster: false,
    changed: true,
    slowest: 9,
  })
  assert.throws(() => runOptions(['--slowest', 'many']), /Invalid number/)
  assert.throws(() => runOptions(['--fast']), /fast/)
})

test('test order: slowest first; before the first run, those known to be slow', () => {
  assert.deepEqual(slowestFirst(['a', 'b', 'c'], { b: 3, c: 9 }), ['c', 'b', 'a'])
  const conform = 'tests/scenarios/built-in-providers-conform.full.test.ts'
  assert.deepEqual(slowestFirst(['a', conform]), [conform, 'a'])
})

test('test order: small files that can share a process are batched, the others run alone', () => {
  const files = Array.from({ length: 30 }, (_, number) => `${number}`)
  const { alone, batches } = intoBatches(files, (file) => file !== '3', { 5: 60_000 })
  assert.deepEqual(alone, ['3', '5'])
  assert.deepEqual(batches.flat().length, 28)
  const database = 'providers/redis/redis.full.test.ts'
  const isAlone = (timings = {}) =>
    intoBatches([...files, database], () => true, timings).alone.includes(database)
  assert.deepEqual([isAlone(), isAlone({ [database]: 10 })], [true, false])
  assert.deepEqual(
    intoBatches(['1', '2'], () => true),
    { alone: ['1', '2'], batches: [] },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intoBatches } from '#tests/test-order.ts'
import { testFiles } from './choice/choose-files.ts'
import { canShare } from './run-files.ts'

test('test runner: every test file of this checkout runs once, alone or in a batch', () => {
  const files = testFiles()
  const { alone, batches } = intoBatches(files, canShare)
  assert.deepEqual([...alone, ...batches.flat()].sort(), files)
  assert.ok(batches.length > 10)
})

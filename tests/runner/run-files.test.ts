import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { root } from '#tests/laws/source-tree.ts'
import { intoBatches } from '#tests/test-order.ts'
import { canShare } from './run-files.ts'

test('test runner: every test file of this checkout runs once, alone or in a batch', () => {
  const files = globSync('{server,kit,client,cli,protocol,providers,tests}/**/*.test.ts', {
    cwd: root,
  }).sort()
  const { alone, batches } = intoBatches(files, canShare)
  assert.deepEqual([...alone, ...batches.flat()].sort(), files)
  assert.ok(batches.length > 10)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sparkPath } from './spark-path.ts'

test('spark line: the highest value touches the top, and a gap interrupts it', () => {
  const box = { width: 30, height: 10, max: 4 }
  assert.equal(sparkPath([0, 4, null, 2], box), 'M0 10L10 0M30 5')
  assert.equal(sparkPath([], box), '')
  assert.equal(sparkPath([0, 0], { ...box, max: 0 }), 'M0 10L30 10')
})

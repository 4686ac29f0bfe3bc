import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correction } from './reed-solomon.ts'

test('the correction of a known block is the known one', () => {
  // The message 01234567 of the standard's first example, version 1 at level M.
  const block = Uint8Array.of(
    ...[
      0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec,
      0x11,
    ],
  )
  const expected = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]
  assert.deepEqual([...correction(block, 10)], expected)
})

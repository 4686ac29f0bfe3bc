import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMountTable } from './mount-table.ts'

test('mount table: paths with spaces and lines with optional fields are read', () => {
  const text = [
    '36 35 98:0 /mnt1 /mnt\\0402\\134x rw,noatime master:1 shared:2 - ext4 /dev/loop3 rw,emergency_ro',
    '44 27 7:1 / /data rw,nosuid - tmpfs volumes rw',
    '',
  ].join('\n')
  assert.deepEqual(parseMountTable(text), [
    { target: '/mnt 2\\x', source: '/dev/loop3', options: ['rw', 'emergency_ro'] },
    { target: '/data', source: 'volumes', options: ['rw'] },
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortRows } from './sort-rows.ts'

test('sorted rows: names sort as people count, numbers by size, equal ones keep their order', () => {
  const names = ['app10', 'App2', 'b', 'app2']
  assert.deepEqual(
    sortRows(names, (name) => name, false),
    ['App2', 'app2', 'app10', 'b'],
  )
  assert.deepEqual(
    sortRows([2, 10, 1], (value) => value, true),
    [10, 2, 1],
  )
})

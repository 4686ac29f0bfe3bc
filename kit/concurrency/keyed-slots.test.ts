import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyedSlots } from './keyed-slots.ts'

test('keyed slots: each key has its own, and a slot released twice counts once', () => {
  const slots = createKeyedSlots()
  const first = slots.take('a', 2) ?? assert.fail()
  assert.ok(slots.take('a', 2))
  assert.equal(slots.take('a', 2), undefined)
  assert.ok(slots.take('b', 2))
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  assert.ok(slots.take('a', 2))
  assert.equal(slots.take('a', 2), undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceededLimit } from './json-limits.ts'

const limits = { maxValues: 4, maxDepth: 2 }
const exceeded = (text: string) => exceededLimit(Buffer.from(text), limits)

test('JSON limits: values of objects and lists are counted, strings are skipped', () => {
  for (const text of [
    '',
    '"a"',
    '[1,2,3]',
    '{"a":1,"b":[2]}',
    '{"a":"[[[[,,,,,,]]]]"}',
    String.raw`["\"[[[,,,,", "\\"]`,
    '[[],[]]',
  ]) {
    assert.equal(exceeded(text), undefined, text)
    if (text) JSON.parse(text)
  }
})

test('JSON limits: too many values and too deep nesting are detected', () => {
  assert.equal(exceeded('[1,2,3,4,5]'), 'maxValues')
  assert.equal(exceeded('{"a":1,"b":2,"c":3,"d":4,"e":5}'), 'maxValues')
  assert.equal(exceeded('[[],[],[],[]]'), 'maxValues')
  assert.equal(exceeded('[[[1]]]'), 'maxDepth')
  assert.equal(exceeded('{"a":{"b":{}}}'), 'maxDepth')
  assert.equal(exceeded(String.raw`["\\",1,2,3,4]`), 'maxValues', 'a backslash that is escaped')
})

test('JSON limits: invalid JSON is scanned to its end', () => {
  for (const text of ['"', '"\\', ']]]]', '{"a', '\\"']) assert.equal(exceeded(text), undefined)
})

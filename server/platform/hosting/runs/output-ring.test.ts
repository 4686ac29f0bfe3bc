import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutputRing, outputSince } from './output-ring.ts'

test('output ring: keeps the end, and counts all', () => {
  const ring = createOutputRing(4)
  for (const text of ['one', 'two', 'three']) ring.push(text)
  assert.equal(ring.output, 'hree')
  assert.equal(ring.outputEnd, 11)
})

test('output ring: gives what came after a place, and says what is lost', () => {
  const ring = createOutputRing(4)
  ring.push('abcdefg')
  assert.deepEqual(outputSince(ring, 5), { output: 'fg', outputEnd: 7, isCut: false })
  assert.deepEqual(outputSince(ring, 0), { output: 'defg', outputEnd: 7, isCut: true })
  assert.deepEqual(outputSince(ring, 7), { output: '', outputEnd: 7, isCut: false })
  assert.deepEqual(outputSince(ring, 100), { output: '', outputEnd: 7, isCut: false })
})

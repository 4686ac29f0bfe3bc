import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutputTail } from './output-tail.ts'

test('output tail: short output is kept whole', () => {
  const tail = createOutputTail(100)
  for (const line of ['one', '', 'three']) tail.push(line)
  assert.deepEqual([tail.text, tail.isCut], ['one\n\nthree\n', false])
})

test('output tail: of a flood the last lines are kept, within the limit', () => {
  const tail = createOutputTail(1000)
  for (let count = 0; count < 100_000; count++) tail.push(`line ${count}`)
  assert.ok(tail.isCut)
  assert.ok(tail.text.length <= 1000 && tail.text.length > 900, `${tail.text.length}`)
  assert.ok(tail.text.endsWith('line 99998\nline 99999\n'))
})

test('output tail: of one endless line its end is kept', () => {
  const tail = createOutputTail(100)
  tail.push(`${'x'.repeat(10_000)}end`)
  assert.ok(tail.isCut)
  assert.equal(tail.text.length, 100)
  assert.ok(tail.text.endsWith('xend\n'))
})

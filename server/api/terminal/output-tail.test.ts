import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutputTail } from './output-tail.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const before = (tail: OutputTail, count: number) => new TextDecoder().decode(tail.before(count))

test('output tail: is all of a short output, up to any byte of it', () => {
  const tail = new OutputTail(10)
  assert.equal(before(tail, 0), '')
  tail.push(bytes('one\n'))
  tail.push(bytes('two\n'))
  assert.equal(before(tail, 8), 'one\ntwo\n')
  assert.equal(before(tail, 5), 'one\nt')
  assert.equal(before(tail, 0), '')
})

test('output tail: is the end of a long one, from the begin of a line', () => {
  for (const step of [1, 3, 7, 100]) {
    const tail = new OutputTail(10)
    const text = 'first\nsecond\nthird\nfour'
    for (let at = 0; at < text.length; at += step) tail.push(bytes(text.slice(at, at + step)))
    assert.equal(before(tail, 23), 'four', `in steps of ${step}`)
    assert.equal(before(tail, 21), 'fo')
    assert.equal(before(tail, 13), '')
  }
})

test('output tail: keeps a line without an end, and nothing where nothing is to be kept', () => {
  const tail = new OutputTail(4)
  tail.push(bytes('abcdefghij'))
  assert.equal(before(tail, 10), 'ghij')
  const none = new OutputTail(0)
  none.push(bytes('abc'))
  assert.equal(before(none, 3), '')
})

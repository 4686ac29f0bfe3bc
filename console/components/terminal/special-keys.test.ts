import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentBy, withControl } from './special-keys.ts'

const plain = { isControl: false, isApplication: false }

test('special keys: send what a terminal sends, arrows as the program has asked for them', () => {
  assert.equal(sentBy('Escape', plain), '\u001b')
  assert.equal(sentBy('Tab', plain), '\t')
  assert.equal(sentBy('|', plain), '|')
  assert.equal(sentBy('ArrowUp', plain), '\u001b[A')
  assert.equal(sentBy('ArrowLeft', { ...plain, isApplication: true }), '\u001bOD')
  assert.equal(sentBy('ArrowRight', { isControl: true, isApplication: true }), '\u001b[1;5C')
  assert.equal(sentBy('/', { ...plain, isControl: true }), '\u001f')
})

test('special keys: control makes control characters of single characters, and leaves a paste as it is', () => {
  assert.equal(withControl('c'), '\u0003')
  assert.equal(withControl('C'), '\u0003')
  assert.equal(withControl('['), '\u001b')
  assert.equal(withControl(' '), '\u0000')
  assert.equal(withControl('1'), '1')
  assert.equal(withControl('é'), 'é')
  assert.equal(withControl('rm'), 'rm')
  assert.equal(withControl(''), '')
})

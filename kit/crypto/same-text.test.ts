import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameText } from './same-text.ts'

test('same text: equal texts are, and those of another length, another letter or the same letters in other bytes are not', () => {
  assert.equal(sameText('sécret', 'sécret'), true)
  assert.equal(sameText('', ''), true)
  for (const other of ['secret', 'sécre', 'sécrets', 'Sécret', 'se\u0301cret', '']) {
    assert.equal(sameText(other, 'sécret'), false, other)
    assert.equal(sameText('sécret', other), false, other)
  }
})

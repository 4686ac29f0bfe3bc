import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasEdits, unsentEdits } from './unsent-edits.ts'

test('drafts: a field that was typed into while the form was sent stays', () => {
  const sent = { domain: 'a.example.org', path: '/' }
  assert.deepEqual(unsentEdits({ domain: 'b.exa', path: '/' }, sent), { domain: 'b.exa' })
  assert.deepEqual(unsentEdits(sent, sent), {})
})

test('drafts: lists are compared by what they have', () => {
  assert.deepEqual(unsentEdits({ rows: [{ id: 1 }] }, { rows: [{ id: 1 }] }), {})
})

test('drafts: a field that is typed back to what is saved is no edit', () => {
  const saved = { name: 'shop', branch: 'main' }
  assert.equal(hasEdits<typeof saved>({ name: 'shop' }, saved), false)
  assert.equal(hasEdits<typeof saved>({ name: 'shops' }, saved), true)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entries, everyEndpoint, keyOf } from './entries.ts'

test('every endpoint has its entry in the matrix, and every entry its endpoint', () => {
  const keys = everyEndpoint.map(keyOf)
  const missing = keys.filter((key) => !(key in entries))
  assert.deepEqual(
    missing,
    [],
    `Add to tests/laws/matrix/entries/ how these are called rightly and what they answer: ${missing.join(', ')}`,
  )
  const left = Object.keys(entries).filter((key) => !keys.includes(key))
  assert.deepEqual(
    left,
    [],
    `No endpoint is left of these entries; remove them: ${left.join(', ')}`,
  )
})

test('only an endpoint that is for anyone may read credentials by itself', () => {
  for (const endpoint of everyEndpoint) {
    if (entries[keyOf(endpoint)]?.readsAuthorization) assert.equal(endpoint.access, 'anyone')
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entries, everyEndpoint, keyOf } from './entries.ts'

test('access matrix: every endpoint has an entry, and every entry an endpoint', () => {
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

test('access matrix: only a public endpoint may read credentials itself', () => {
  for (const endpoint of everyEndpoint) {
    if (entries[keyOf(endpoint)]?.readsAuthorization) assert.equal(endpoint.access, 'anyone')
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasBlockedPort, isBlockedPort } from './blocked-ports.ts'

const blocked = Array.from({ length: 65_536 }, (_, port) => port).filter(isBlockedPort)

test('blocked ports: fetch refuses each of them', async () => {
  assert.equal(blocked.length, 83)
  // Node does not have the first yet: it means any port where one listens, and none where one calls.
  for (const port of blocked.slice(1)) {
    const error = await fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => error)
    assert.ok(error instanceof Error && error.cause instanceof Error, `port ${port}`)
    assert.equal(error.cause.message, 'bad port', `port ${port}`)
  }
})

test('blocked ports: a URL has one only if it names it', () => {
  assert.ok(hasBlockedPort(new URL('https://example.org:6000/')))
  assert.ok(!hasBlockedPort(new URL('https://example.org/')))
  assert.ok(!hasBlockedPort(new URL('http://example.org:8080/')))
})

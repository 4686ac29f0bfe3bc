import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuthority } from '#kit/crypto/x509.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { openListener } from './api-server.ts'

test('API server: a request that comes before all listeners are open is answered once they are', async () => {
  await using api = await openTestApi()
  const opened = Promise.withResolvers<void>()
  let isOpen = false
  const addresses = () => {
    assert.ok(isOpen, 'a listener was used before all were open')
    return api.listener.addresses()
  }
  const listener = { ...api.listener, addresses }
  const identity = createAuthority('test')
  const place = { host: '127.0.0.1', port: 0, identity, opened: opened.promise }
  const { port, close } = await openListener({ ...listener, ...place }, listener)
  try {
    const early = fetch(`http://127.0.0.1:${port}/v2/summary`)
    // Another one, of a listener that is open, overtakes it.
    assert.equal((await fetch(`${api.url}/v2/summary`)).status, 401)
    isOpen = true
    opened.resolve()
    assert.equal((await early).status, 401)
    assert.equal((await fetch(`http://127.0.0.1:${port}/v2/summary`)).status, 401)
  } finally {
    await close(0)
  }
})

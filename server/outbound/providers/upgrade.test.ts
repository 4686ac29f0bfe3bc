import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { createProviderClient } from './provider-client.ts'

test('provider client: a response that switches protocols ends the call', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
  })
  server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const call = createProviderClient({ allowed: 'loopback', authorities: [] }).call({
    method: 'POST',
    url: `http://127.0.0.1:${port}/`,
    body: {},
    timeout: 300_000,
    credentials: { id: 'pigeon', password: 'secret' },
  })
  const ending = await withTimeout(call, 300_000, 'the call').catch((error) => error)
  assert.ok(ending instanceof ProviderUnreachableError, String(ending))
  assert.equal(ending.fate, 'unusable')
  assert.match(ending.message, /answered 101/)
})

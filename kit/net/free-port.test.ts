import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort } from './free-port.ts'

test('free port: the wanted one if it is free at every address, another otherwise', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2']
  const port = await freePort(undefined, addresses)
  assert.ok(port > 0)
  const server = createServer().listen(port, '127.0.0.2')
  await once(server, 'listening')
  try {
    const other = await freePort(port, addresses)
    assert.ok(other > 0 && other !== port)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
  assert.equal(await freePort(port, addresses), port)
})

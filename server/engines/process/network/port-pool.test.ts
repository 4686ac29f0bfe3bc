import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort } from '#kit/net/free-port.ts'
import { PortPool } from './port-pool.ts'

test('port pool: the first instance gets the preferred port, others get different ones', async () => {
  const preferred = await freePort(undefined, ['0.0.0.0'])
  const pool = new PortPool(preferred)
  const ports = await Promise.all([pool.reserve(), pool.reserve(), pool.reserve()])
  assert.equal(ports[0], preferred)
  assert.equal(new Set(ports).size, 3)
  assert.ok(ports.slice(1).every((port) => port >= 20_000 && port < 30_000))
  pool.release(preferred)
  assert.equal(await pool.reserve(), preferred)
})

test('port pool: a preferred port that another process listens on is not given out', async () => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  assert.notEqual(await new PortPool(port).reserve(), port)
  server.close()
})

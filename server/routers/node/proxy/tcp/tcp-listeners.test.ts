import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { RouteTable } from '#routers/node/proxy/route-table.ts'
import { Upstreams } from '#routers/node/proxy/upstream/upstreams.ts'
import { Statistics } from '#routers/statistics.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { type TcpLimits, TcpListeners } from './tcp-listeners.ts'

const timeout = 300_000
/** An address of the loopback network that only this test uses. */
const host = `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(2, 255)}`

async function openYard(changes: Partial<TcpLimits>) {
  const limits = { total: 10, perApplication: 10, perVisitor: 10, ...changes }
  const statistics = new Statistics()
  const table = new RouteTable(new Upstreams(statistics), statistics)
  const visitors = new ClientLimits({ maxPerClient: 0 })
  const tcp = new TcpListeners({ host: '127.0.0.1', table, visitors, limits })
  const instance = createServer((socket) => void socket.write('here')).listen(4040, host)
  await once(instance, 'listening')
  const sockets: Socket[] = []
  return {
    async apply(routes: Record<string, number[]>) {
      const upstream = { host, port: 8080 }
      const named = Object.entries(routes).map(([applicationId, tcpPorts]) =>
        routeTo([upstream], { applicationId: `app_${applicationId}`, domains: [], tcpPorts }),
      )
      table.applyState(named)
      tcp.update()
      await tcp.opened()
    },
    /** Whether a new connection reaches the instance; it stays open. */
    async isServed(port: number, localAddress = '127.0.0.1'): Promise<boolean> {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
      sockets.push(socket)
      const served = once(socket, 'data').then(() => true)
      const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(false)))
      return withTimeout(Promise.race([served, closed]), timeout, 'a connection')
    },
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      instance.close()
      await tcp.close(0)
    },
  }
}

test('TCP listeners: the connections of an application are limited over all its ports, and others are served', async () => {
  await using yard = await openYard({ total: 10, perApplication: 2 })
  const [first, second, other] = [await freePort(), await freePort(), await freePort()]
  await yard.apply({ one: [first, second], two: [other] })
  assert.equal(await yard.isServed(first), true)
  assert.equal(await yard.isServed(second), true)
  assert.equal(await yard.isServed(second), false)
  assert.equal(await yard.isServed(other), true)
  yard.sockets[0]?.destroy()
  await until(() => yard.isServed(first), { timeout, what: 'room for another' })
})

test('TCP listeners: all connections together are limited', async () => {
  await using yard = await openYard({ total: 1, perApplication: 5 })
  const [first, other] = [await freePort(), await freePort()]
  await yard.apply({ one: [first], two: [other] })
  assert.equal(await yard.isServed(first), true)
  assert.equal(await yard.isServed(other), false)
})

test('TCP listeners: one visitor does not take all connections of an application', async () => {
  await using yard = await openYard({ perVisitor: 1 })
  const [first, second, other] = [await freePort(), await freePort(), await freePort()]
  await yard.apply({ one: [first, second], two: [other] })
  assert.equal(await yard.isServed(first), true)
  assert.equal(await yard.isServed(second), false)
  assert.equal(await yard.isServed(second, '127.0.0.2'), true, 'another visitor')
  assert.equal(await yard.isServed(other), true, 'another application')
})

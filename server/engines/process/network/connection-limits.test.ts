import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { until } from '#kit/deadline.ts'
import type { StartedInstance } from '#platform/deployments/engine.ts'
import { portAccess, probeInstance } from '#tests/fixtures/probe-inside.ts'
import { type OpenedEngine, openTestEngine } from '#tests/fixtures/process-engine.ts'
import { connectionLimits } from './connection-limits.ts'

let opened: OpenedEngine
let server: Server
let port: number
const started: StartedInstance[] = []

before(async () => {
  opened = await openTestEngine()
  server = createServer((socket) => socket.on('error', () => {}).resume())
  server.listen(0, '127.0.0.1')
  await until(() => server.listening, { deadline: 5000, what: 'the server' })
  port = (server.address() as { port: number }).port
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  server.close()
})

/** Opens so many connections, holds them, and tells how many it got. */
const hold = `const results = await Promise.all(
  Array.from({ length: given.count }, () => new Promise((resolve) => {
    const socket = net.connect(given.port, given.host)
    socket.on('connect', () => resolve(socket)).on('error', () => resolve(undefined))
  })),
)
const held = results.filter(Boolean)
tell(held.length)
if (given.isBrief) for (const socket of held) socket.destroy()`

const probe = (instanceId: string, account: string, count: number, isBrief = false) =>
  probeInstance(opened, hold, {
    ...{ instanceId, account, reaches: [port], maxConnections: 10 },
    given: { host: opened.engine.addonsHost, port, count, isBrief },
  })

test('connection limits: all instances of an account share one limit, and other accounts have their own', async () => {
  const [first, second] = [
    await probe('flood-1', 'mallory', 40),
    await probe('flood-2', 'mallory', 40),
  ]
  started.push(first.started, second.started)
  assert.deepEqual([first.result, second.result], [10, 0])
  assert.equal((await probe('guest', 'alice', 5)).result, 5)
})

test('connection limits: the count outlives changes of ways and another server', async () => {
  await opened.reopen()
  await opened.engine.recover(started)
  await opened.engine.letReach('flood-2', [])
  await opened.engine.letReach('flood-2', portAccess([port], 'mallory', 10))
  assert.equal((await probe('flood-3', 'mallory', 5)).result, 0)
})

test('connection limits: connections that have ended are not counted', async () => {
  assert.equal((await probe('brief', 'bob', 10, true)).result, 10)
  let tries = 0
  const again = async () => (await probe(`again-${++tries}`, 'bob', 8, true)).result === 8
  await until(again, { deadline: 30_000, what: 'the end of the connections' })
})

test('connection limits: one port that many accounts share has a limit for all of them', () => {
  const names = { bridge: 'bthx', table: 'berth_x', prefix: 'x', cables: 'bx' }
  const way = { address: '10.128.0.2', port: 5432, account: 'a' }
  const small = connectionLimits(names, [{ ...way, maxConnections: 16 }])
  assert.match(small, /limit_16 add @totals \{ tcp dport ct count over 180 \}/)
  const large = connectionLimits(names, [{ ...way, maxConnections: 500 }])
  assert.doesNotMatch(large, /add @totals/)
})

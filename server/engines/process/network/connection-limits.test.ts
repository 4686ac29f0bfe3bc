import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import { portAccess, probeInstance } from '#tests/support/engine/probe-inside.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { connectionLimits } from './connection-limits.ts'

let opened: OpenedEngine
const servers: Server[] = []
let port: number
const started: StartedInstance[] = []

before(async () => {
  opened = await openTestEngine()
  port = await listening()
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  for (const server of servers) server.close()
})

async function listening() {
  const server = createServer((socket) => socket.on('error', () => {}).resume())
  server.listen(0, '127.0.0.1')
  await until(() => server.listening, { timeout: 300_000, what: 'the server' })
  servers.push(server)
  return (server.address() as { port: number }).port
}

/** Opens this many connections, holds them, and prints how many succeeded. */
const hold = `const results = await Promise.all(
  Array.from({ length: given.count }, () => new Promise((resolve) => {
    const socket = net.connect(given.port, given.host)
    socket.on('connect', () => resolve(socket)).on('error', () => resolve(undefined))
  })),
)
const held = results.filter(Boolean)
tell(held.length)
if (given.isBrief) for (const socket of held) socket.destroy()`

const probe = (
  instanceId: string,
  account: string,
  count: number,
  { isBrief = false, maxConnections = 10, at = port } = {},
) =>
  probeInstance(opened, hold, {
    instanceId,
    account,
    reaches: [at],
    maxConnections,
    given: { host: opened.engine.addonsHost, port: at, count, isBrief },
  })

test('connection limits: all instances of an account share one limit, and other accounts have theirs', async () => {
  const [first, second] = [
    await probe('flood-1', 'mallory', 40),
    await probe('flood-2', 'mallory', 40),
  ]
  started.push(first.started, second.started)
  assert.deepEqual([first.result, second.result], [10, 0])
  assert.equal((await probe('guest', 'alice', 5)).result, 5)
})

test('connection limits: the count survives changes of access rules and a server restart', async () => {
  await opened.reopen()
  await opened.engine.recover(started)
  await opened.engine.allowEgress('flood-2', [])
  await opened.engine.allowEgress('flood-2', portAccess([port], 'mallory', 10))
  assert.equal((await probe('flood-3', 'mallory', 5)).result, 0)
})

test('connection limits: closed connections are not counted', async () => {
  assert.equal((await probe('brief', 'bob', 10, { isBrief: true })).result, 10)
  let tries = 0
  const again = async () =>
    (await probe(`again-${++tries}`, 'bob', 8, { isBrief: true })).result === 8
  await until(again, { timeout: 300_000, what: 'the end of the connections' })
})

test('connection limits: an account whose instances have different limits gets the largest, not their sum', async () => {
  assert.equal((await probe('small', 'carol', 40, { maxConnections: 16 })).result, 16)
  assert.equal((await probe('large', 'carol', 100, { maxConnections: 64 })).result, 48)
  assert.equal((await probe('small-2', 'carol', 4, { maxConnections: 16 })).result, 0)
})

test('connection limits: when most of a shared port is taken, accounts with few connections still get in', async () => {
  const at = await listening()
  const ask = async (account: string, count: number) =>
    (await probe(`crowd-${account}`, account, count, { maxConnections: 64, at })).result
  assert.deepEqual([await ask('dan', 100), await ask('eve', 100)], [64, 56])
  assert.deepEqual([await ask('fay', 20), await ask('gus', 5)], [8, 5])
})

test('connection limits: a port shared by many accounts has a total limit', () => {
  const names = { bridge: 'bthx', table: 'berth_x', prefix: 'x', veths: 'bx' }
  const way = { address: '10.128.0.2', port: 5432, account: 'a' }
  const rules = connectionLimits(names, [{ ...way, maxConnections: 500 }])
  assert.match(rules, /limit_16 goto crowd$/m)
  assert.match(rules, /crowd add @total_180 \{ tcp dport ct count over 180 \} reject/)
  assert.doesNotMatch(rules, /limit_500 goto crowd/)
})

import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, before, test } from 'node:test'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { portAccess, probeBuild, probeInstance } from '#tests/support/engine/probe-inside.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'

const servers: Server[] = []
let opened: OpenedEngine
let allowed: number
let other: number

before(async () => {
  opened = await openTestEngine()
  ;[allowed = 0, other = 0] = await Promise.all([listen(), listen()])
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  for (const server of servers) server.close()
})

/** Closes each connection; one whose other end has gone with its network would keep this process from ending. */
const greeter = () =>
  createServer((socket) =>
    socket
      .unref()
      .on('error', () => {})
      .end(),
  )

async function listen(): Promise<number> {
  const server = greeter().listen(0, '127.0.0.1')
  servers.push(server)
  await until(() => server.listening, { timeout: 300_000, what: 'the server' })
  return (server.address() as { port: number }).port
}

const targets = () => [allowed, other].map((port) => ({ host: opened.engine.addonsHost, port }))
const reach = `tell(await Promise.all(given.map(({ host, port }) => connect(host, port))))`
/** Connects repeatedly, and prints each change of the result. */
const keepReaching = `let last = ''
for (;;) {
  const now = JSON.stringify(await Promise.all(given.map(({ host, port }) => connect(host, port))))
  if (now !== last) tell(JSON.parse(now))
  last = now
  await new Promise((resolve) => setTimeout(resolve, 50))
}`

test('port access: an instance reaches its allowed ports, and no others', async () => {
  const { result } = await probeInstance(opened, reach, { given: targets(), reaches: [allowed] })
  assert.equal(result[0], 'connected')
  assert.notEqual(result[1], 'connected')
})

test('port access: a build reaches its allowed ports, and no others', async () => {
  const results = await probeBuild(opened.engine, reach, targets(), [allowed])
  assert.equal(results[0], 'connected')
  assert.notEqual(results[1], 'connected')
})

test('port access: works by the name of earlier versions, and the instance keeps its own loopback address', async () => {
  const given = ['addons.localhost', '127.0.0.1'].map((host) => ({ host, port: allowed }))
  const { result } = await probeInstance(opened, reach, { given, reaches: [allowed] })
  assert.equal(result[0], 'connected')
  assert.notEqual(result[1], 'connected')
})

test('port access: an instance without allowed ports reaches nothing, nor does a build', async () => {
  const { result } = await probeInstance(opened, reach, { given: targets() })
  const results = [...result, ...(await probeBuild(opened.engine, reach, targets()))]
  for (const each of results) assert.notEqual(each, 'connected')
})

test('port access: an allowed port is not reachable at another address of the machine', async () => {
  const everywhere = greeter().listen(0, '0.0.0.0')
  servers.push(everywhere)
  await until(() => everywhere.listening, { timeout: 300_000, what: 'the server' })
  const { port } = everywhere.address() as { port: number }
  // Only addresses of this machine, including the engine's bridge: no packet leaves it.
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const hosts = own.filter(({ family }) => family === 'IPv4').map(({ address }) => address)
  assert.ok(
    hosts.some((host) => host.startsWith('10.')),
    'the bridge is among the addresses',
  )
  const given = hosts.map((host) => ({ host, port }))
  const { result } = await probeInstance(opened, reach, { given, reaches: [port] })
  for (const each of result) assert.notEqual(each, 'connected')
})

test('port access: changes while the instance runs', async () => {
  const { engine, seen } = opened
  const given = targets()
  await probeInstance(opened, keepReaching, { given, instanceId: 'changing' })
  await engine.allowEgress('changing', portAccess([other]))
  await seen.line('changing', /^RESULT \[".*","connected"\]$/)
  await engine.allowEgress('changing', portAccess([allowed]))
  await seen.line('changing', /^RESULT \["connected",".*"\]$/)
})

test('port access: an open connection is cut off when its port is no longer allowed', async () => {
  const { engine } = opened
  let received = 0
  const server = createServer((socket) => {
    socket
      .unref()
      .on('error', () => {})
      .on('data', ({ length }) => {
        received += length
        socket.write('x')
      })
  })
  servers.push(server.unref().listen(0, '127.0.0.1'))
  await until(() => server.listening, { timeout: 300_000, what: 'the server' })
  const { port } = server.address() as { port: number }
  const hold = `const socket = net.connect(given.port, given.host)
socket.on('error', () => {}).once('data', () => tell('held'))
setInterval(() => socket.write('x'), 20)`
  const given = { host: engine.addonsHost, port }
  await probeInstance(opened, hold, { given, instanceId: 'holding', reaches: [port] })
  await engine.allowEgress('holding', portAccess([]))
  await sleep(200)
  const before = received
  await sleep(500)
  assert.equal(received, before)
})

test('port access: survives a server restart without a gap', async () => {
  const given = targets()
  const { started } = await probeInstance(opened, keepReaching, {
    given,
    instanceId: 'lasting',
    reaches: [allowed],
  })
  await opened.reopen()
  await opened.engine.recover([started])
  await probeInstance(opened, reach, { given })
  await opened.engine.allowEgress('lasting', portAccess([allowed, other]))
  const next = await opened.seen.line('lasting', /^RESULT /)
  assert.equal(next, 'RESULT ["connected","connected"]')
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { createSessions, type SessionOptions } from './sessions.ts'

const timeout = 60_000
const resource = (id: string, ownerId = 'orga_1') => ({ id, ownerId }) as Resource
const tunnel = { kind: 'tunnel', size: '', term: '' } as const

async function listen(t: TestContext, onSocket: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onSocket).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return server
}
const portOf = (server: Server) => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Tunnels to a database that says a lot, and connections as a platform has them. */
async function open(t: TestContext, timeouts: NonNullable<SessionOptions['timeouts']> = {}) {
  const connected = new Set<Socket>()
  const database = await listen(t, (socket) => {
    connected.add(socket)
    socket.on('error', () => {}).once('close', () => connected.delete(socket))
    const flood = () => {
      while (socket.writable && socket.write(Buffer.alloc(64 * 1024)));
    }
    socket.on('drain', flood).once('data', flood)
  })
  const sessions = createSessions({
    programs: { start: () => assert.fail(), endOf() {}, close: async () => {} },
    shell: () => assert.fail(),
    portOf: async () => portOf(database),
    timeouts,
  })
  t.after(() => sessions.close())
  /** Both ends of a connection: of the platform, and of the provider. */
  async function pair() {
    const { promise, resolve } = Promise.withResolvers<Socket>()
    const server = await listen(t, resolve)
    const ours = connect(portOf(server), '127.0.0.1').on('error', () => {})
    const theirs = await promise
    theirs.on('error', () => {})
    t.after(() => ours.destroy())
    return { ours, theirs }
  }
  const isLeft = () => until(() => connected.size === 0, { timeout, what: 'no connection' })
  return { sessions, connected, pair, isLeft }
}

test('sessions: a platform that has left while one was being opened leaves nothing', async (t) => {
  const { sessions, pair, isLeft } = await open(t)
  for (let count = 0; count < 25; count += 1) {
    const { ours, theirs } = await pair()
    const begin = await sessions.open(resource('r-1'), tunnel)
    ours.destroy()
    theirs.destroy()
    await once(theirs, 'close')
    begin(theirs)
    await isLeft()
  }
})

test('sessions: one ends after its time although something happens in it, also if nobody reads the end', async (t) => {
  const { sessions, connected, pair, isLeft } = await open(t, { longest: 300, close: 300 })
  for (const isRead of [true, false]) {
    const { ours, theirs } = await pair()
    const begin = await sessions.open(resource('r-1'), tunnel)
    begin(theirs)
    // A frame of input: the database begins to flood.
    ours.write(Buffer.from([0, 0, 0, 0, 1, 65]))
    let heard = ''
    if (isRead)
      ours.on('data', (chunk) => (heard = `${heard}${chunk.toString('latin1')}`.slice(-200)))
    await until(() => connected.size === 1 || theirs.destroyed, { timeout, what: 'a connection' })
    await isLeft()
    await until(() => theirs.destroyed, { timeout, what: 'the end' })
    if (isRead)
      assert.match(heard, /\{"note":"The session ends: none is longer\."\}.*\{"exit":0\}$/s)
  }
})

test('sessions: an owner with several databases has no more tunnels than leave some for others', async (t) => {
  const { sessions } = await open(t)
  const begun = []
  for (let count = 0; count < 60; count += 1)
    begun.push(await sessions.open(resource(`r-${count % 5}`), tunnel))
  await assert.rejects(sessions.open(resource('r-9'), tunnel), /Too many connections/)
  await sessions.open(resource('r-9', 'orga_2'), tunnel)
})

test('sessions: all end with their provider', async (t) => {
  const { sessions, pair, isLeft } = await open(t)
  const { ours, theirs } = await pair()
  const begin = await sessions.open(resource('r-1'), tunnel)
  begin(theirs)
  sessions.close()
  ours.resume()
  await once(ours, 'close')
  await isLeft()
})

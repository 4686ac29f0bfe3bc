import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { shellRequest } from '#client/resources/terminals.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { one } from '#tests/support/applications/live-application.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

const timeout = 120_000

/** A way to a port whose connections can be cut. */
async function openWay(to: number) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = dial(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  return {
    port: typeof place === 'object' && place ? place.port : 0,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    close: () => server.close(),
  }
}

test('terminal client: a connection that is cut in both directions is resumed, and no byte is lost or doubled', async (t) => {
  const api = await openTestApi()
  t.after(() => api[Symbol.asyncDispose]())
  const { id } = await api.application()
  const application = (await api.platform.store.applications.find(id)) ?? assert.fail()
  assert.equal((await api.deploy(application, one)).state, 'live')
  const way = await openWay(Number(new URL(api.url).port))
  t.after(() => way.close())
  const client = createClient({ api: `http://127.0.0.1:${way.port}`, credentials: api.account })
  t.after(() => client.close())
  const sent = Buffer.from(Array.from({ length: 300_000 }, (_, at) => `line ${at}\n`).join(''))
  const chunks: Buffer[] = []
  const states: string[] = []
  const cuts = [1e5, 1e6, 2e6]
  let got = 0
  const session = client.terminals.open(shellRequest(application, { command: 'cat' }), {
    onOutput(_, bytes) {
      chunks.push(Buffer.from(bytes))
      got += bytes.length
      // What had arrived before is still shown while the connection is away.
      if (got < (cuts[0] ?? Number.POSITIVE_INFINITY) || states.at(-1) !== 'open') return
      cuts.shift()
      way.cut()
    },
    onConnection: (state) => void states.push(state),
  })
  await session.write(sent)
  session.endInput()
  assert.deepEqual(await session.ended, { code: 0 })
  assert.ok(Buffer.concat(chunks).equals(sent), `${got} bytes instead of ${sent.length}`)
  const again = ['lost', 'open']
  assert.deepEqual(states, ['open', ...again, ...again, ...again])
})

test('terminal client: another one goes on with a session, with its last output, and the first learns that', async (t) => {
  const api = await openTestApi()
  t.after(() => api[Symbol.asyncDispose]())
  const { id } = await api.application()
  const application = (await api.platform.store.applications.find(id)) ?? assert.fail()
  assert.equal((await api.deploy(application, one)).state, 'live')
  const client = createClient({ api: api.url, credentials: api.account })
  t.after(() => client.close())
  const open = (query: Record<string, string>) => {
    const got = { past: '', now: '' }
    const session = client.terminals.open(
      { ...shellRequest(application), query },
      {
        onOutput(_, bytes, isPast) {
          got[isPast ? 'past' : 'now'] += Buffer.from(bytes)
        },
      },
    )
    const shows = (pattern: RegExp) =>
      until(() => pattern.test(got.now), { timeout, every: 10, what: String(pattern) })
    const say = (text: string) => session.write(Buffer.from(text))
    return { session, got, shows, say }
  }
  const first = open({ terminal: 'xterm', columns: '80', rows: '24' })
  await first.say('echo one\n')
  await first.shows(/one\n/)
  // What was shown is acknowledged soon.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const second = open({ session: first.session.id })
  assert.deepEqual(await first.session.ended, {
    error: 'The session goes on in another window.',
    isTaken: true,
  })
  await second.say('echo two\n')
  await second.shows(/two\n/)
  assert.equal(second.got.past, first.got.now)
  await second.say('exit 3\n')
  assert.deepEqual(await second.session.ended, { code: 3 })
  const third = open({ session: 'none' })
  assert.deepEqual(await third.session.ended, {
    error: 'The session has ended: it was not resumed in time.',
  })
})

test('terminal client: ends with what the server says when it closes for good', async (t) => {
  const api = await openTestApi()
  t.after(() => api[Symbol.asyncDispose]())
  const { id } = await api.application()
  const application = (await api.platform.store.applications.find(id)) ?? assert.fail()
  assert.equal((await api.deploy(application, one)).state, 'live')
  const client = createClient({ api: api.url, credentials: api.account })
  t.after(() => client.close())
  let isOpen = false
  const session = client.terminals.open(shellRequest(application, { command: 'flood' }), {
    onOutput() {
      isOpen = true
      return new Promise(() => {})
    },
  })
  await until(() => isOpen, { timeout, what: 'output' })
  await api.closeListener()
  const end = await session.ended
  assert.match('error' in end ? end.error : '', /restarting: the session ends/)
})

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

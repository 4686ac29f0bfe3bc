import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { createServer } from '#kit/net/http.ts'
import { fallAsleep } from '#platform/hosting/sleep/fall-asleep.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type LiveApplication,
  openLiveApplication,
} from '#tests/support/applications/live-application.ts'
import { startWebApplication } from '#tests/support/applications/web-application.ts'
import { visit as visitUrl } from '#tests/support/visitors/visit.ts'
import { openActivator } from './activator.ts'

const timeout = 300_000

type VisitOptions = Parameters<typeof visitUrl>[2]

const visit = (port: number, host: string, options?: VisitOptions) =>
  visitUrl(`http://127.0.0.1:${port}`, host, options)

interface Setup extends LiveApplication {
  port: number
  host: string
}

/** A sleeping application and an activator.  */
async function openSleeping({
  holdFor = timeout,
  isRouter = async () => true,
}: {
  holdFor?: number
  isRouter?: (address: string) => Promise<boolean>
} = {}): Promise<Setup> {
  const setup = await openLiveApplication()
  const { platform, application } = setup
  const { id } = application
  await fallAsleep(platform, id, { authorId: 'user_1' })
  await until(
    async () =>
      (await platform.store.instances.listOf(id)).length === 0 && !platform.queue.isBusy(id),
    { timeout, what: 'sleep' },
  )
  const activator = await openActivator({
    host: '127.0.0.1',
    port: 0,
    timeout: holdFor,
    platform: () => platform,
    opened: Promise.resolve(),
    isRouter,
    onBug: (error) => setup.bugs.push(error),
  })
  const [domain = assert.fail('no domain')] = await platform.store.domains.listOf(id)
  return {
    ...setup,
    host: domain.host,
    port: activator.address.port,
    async [Symbol.asyncDispose]() {
      await activator.close()
      await setup[Symbol.asyncDispose]()
    },
  }
}

/** Whatever starts answers from there. */
function startAt(platform: Platform, address: { host: string; port: number }) {
  const { start } = platform.engine
  platform.engine.start = async (order) => ({
    ...(await start.call(platform.engine, order)),
    address,
  })
}

test('activator: holds many requests, wakes the application once, and passes all on', async () => {
  await using setup = await openSleeping()
  const { platform, port, host } = setup
  const { start } = platform.engine
  let starts = 0
  platform.engine.start = (order) => {
    starts += 1
    return start.call(platform.engine, order)
  }
  const answers = await Promise.all(Array.from({ length: 30 }, () => visit(port, host)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(30).fill(200),
  )
  assert.equal(starts, 1)
  assert.equal((await visit(port, host)).status, 200, 'one that came late')
})

test('activator: a body, headers and the answer arrive as they were', async () => {
  await using setup = await openSleeping()
  const { platform, port, host } = setup
  await using shop = await startWebApplication((request, response) => {
    // The health check.
    if (request.method === 'GET') return void response.end()
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      response.writeHead(418, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'])
      const { method, url, headers } = request
      const body = Buffer.concat(parts)
      response.end(JSON.stringify({ method, url, seen: headers['x-seen'], length: body.length }))
    })
  })
  startAt(platform, shop.address)
  const body = 'x'.repeat(3_000_000)
  const answer = await visit(port, host, {
    method: 'POST',
    path: '/cart?a=1',
    headers: { 'x-seen': 'yes' },
    body,
  })
  assert.equal(answer.status, 418)
  assert.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2'])
  assert.deepEqual(JSON.parse(answer.body), {
    method: 'POST',
    url: '/cart?a=1',
    seen: 'yes',
    length: body.length,
  })
})

test('activator: a request to upgrade is held too, and then bytes go both ways', async () => {
  await using setup = await openSleeping()
  const { platform, port, host } = setup
  const server = createServer((_request, response) => response.end())
  server.on('upgrade', (_request, socket, head) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n')
    socket.write(head)
    socket.pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port: upstream } = server.address() as { port: number }
  startAt(platform, { host: '127.0.0.1', port: upstream })
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  socket.write(
    `GET /live HTTP/1.1\r\nHost: ${host}\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nhello`,
  )
  await until(() => text.endsWith('\r\n\r\nhello'), { timeout, what: 'the echo' })
  assert.match(text, /^HTTP\/1\.1 101 /)
  socket.destroy()
  server.close()
})

test('activator: who has waited for long enough gets a page that reloads, and programs 503 with Retry-After', async () => {
  await using setup = await openSleeping({ holdFor: 50 })
  const { platform, application, port, host } = setup
  const end = Promise.withResolvers<void>()
  platform.queue.first(application.id, () => end.promise)
  const page = await visit(port, host, { headers: { accept: 'text/html' } })
  assert.deepEqual([page.status, page.headers['retry-after']], [503, '3'])
  assert.match(page.body, /http-equiv="refresh"/)
  const json = await visit(port, host, { headers: { accept: 'application/json' } })
  assert.deepEqual([json.status, JSON.parse(json.body).error], [503, 'starting'])
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n`)
  const [refused] = await once(socket, 'data')
  assert.match(String(refused), /^HTTP\/1\.1 503 .*\r\nRetry-After: 3\r\n/)
  end.resolve()
  await until(async () => (await visit(port, host)).status === 200, { timeout, what: 'an answer' })
})

test('activator: an application that does not start, and an unknown one, have their pages', async () => {
  await using setup = await openSleeping()
  const { platform, port, host } = setup
  platform.engine.start = async () => {
    throw new Error('no memory')
  }
  const failed = await visit(port, host)
  assert.equal(failed.status, 503)
  assert.match(failed.body, /could not be started/)
  assert.ok(Number(failed.headers['retry-after']) > 3)
  assert.equal((await visit(port, 'nobody.test')).status, 404)
})

test('activator: only routers may connect', async () => {
  await using setup = await openSleeping({ isRouter: async () => false })
  await assert.rejects(visit(setup.port, setup.host))
})

test('activator: nothing is done for a connection before it is known to be a router', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<boolean>()
  await using setup = await openSleeping({
    isRouter: () => {
      asked.resolve()
      return answer.promise
    },
  })
  const { platform, application, port, host } = setup
  const visited = assert.rejects(visit(port, host))
  await asked.promise
  // Long enough for a wake to be stored.
  await sleep(300)
  answer.resolve(false)
  await visited
  const { asleepSince, wakeRequestedAt } =
    (await platform.store.applications.find(application.id)) ?? assert.fail()
  assert.deepEqual([asleepSince !== null, wakeRequestedAt], [true, null])
})

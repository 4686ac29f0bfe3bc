import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { ClientHttp2Session } from 'node:http2'
import { describe, test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { startNamed, startWebApplication } from '#tests/support/applications/web-application.ts'
import { connectFrames } from '#tests/support/visitors/http2-frames.ts'
import { connectHttp2, visitHttp2 } from '#tests/support/visitors/http2-visitor.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { RouterYards, SharedRouter } from '#tests/support/visitors/router-yard.ts'
import { headersOf } from './traffic.contract.ts'

const timeout = 60_000
/** The flood and the router share a machine that may be busy. */
const floodTimeout = 120_000

interface Scene extends SharedRouter {
  session: ClientHttp2Session
  connect(): Promise<ClientHttp2Session>
}

/** Contract tests of every router for visitors that speak HTTP/2. */
export function http2Contract(name: string, yards: RouterYards): void {
  const within = (body: (scene: Scene) => Promise<void>) => async () => {
    const router = await yards.shared()
    // The host has a certificate from its first route on.
    await router.traffic.switchTo(routeTo([]))
    const connect = () => connectHttp2(router.ports.https, router.authority)
    const session = await connect()
    using ending = new DisposableStack()
    ending.defer(() => session.destroy())
    await body({ ...router, session, connect })
  }

  describe(`router: ${name}: HTTP/2`, () => {
    test(
      'HTTP/2: requests and responses are translated to and from HTTP/1.1',
      within(async ({ traffic, session, ports }) => {
        await using app = await startWebApplication((request, response) => {
          if (request.url === '/empty') return response.writeHead(204).end()
          if (request.url === '/cached') return response.writeHead(304, { etag: '"x"' }).end()
          response.writeHead(418, {
            'set-cookie': ['a=1', 'b=2'],
            'x-odd': 'caf\u00e9',
            'keep-alive': 'timeout=1',
            connection: 'x-private',
            'x-private': 'between us',
            ...(request.method === 'HEAD' ? {} : { trailer: 'X-Sum' }),
          })
          if (request.method === 'HEAD') return response.end()
          response.write(JSON.stringify(request.rawHeaders))
          response.addTrailers({ 'X-Sum': '42' })
          response.end()
        })
        await traffic.switchTo(routeTo([app.address]))
        const pot = await visitHttp2(session, {
          headers: {
            ':path': '/a?b=c',
            cookie: ['a=1', 'b=2'],
            te: 'trailers',
            'x-forwarded-for': '6.6.6.6',
            'x-custom': 'as it was',
          },
        })
        assert.equal(pot.status, 418)
        assert.deepEqual(pot.headers['set-cookie'], ['a=1', 'b=2'])
        assert.equal(pot.headers['x-odd'], 'caf\u00e9')
        for (const dropped of ['keep-alive', 'connection', 'x-private', 'transfer-encoding']) {
          assert.equal(pot.headers[dropped], undefined, dropped)
        }
        assert.equal(pot.trailers['x-sum'], '42')
        const got = headersOf(JSON.parse(String(pot.body)))
        assert.deepEqual(got.host, ['app.test'])
        assert.deepEqual(got.cookie, ['a=1; b=2'])
        assert.deepEqual(got['x-forwarded-for'], ['127.0.0.1'])
        assert.deepEqual(got['x-forwarded-proto'], ['https'])
        assert.deepEqual(got['x-forwarded-port'], [String(ports.https)])
        assert.deepEqual(got['x-request-id'], [pot.headers['x-request-id']])
        assert.deepEqual(got['x-custom'], ['as it was'])
        assert.equal(got.te, undefined)
        for (const [path, status] of [
          ['/empty', 204],
          ['/cached', 304],
        ] as const) {
          const { status: answered, body } = await visitHttp2(session, {
            headers: { ':path': path },
          })
          assert.deepEqual([answered, body.length], [status, 0])
        }
        const head = await visitHttp2(session, { headers: { ':method': 'HEAD' } })
        assert.deepEqual([head.status, head.body.length], [418, 0])
        const unknown = await visitHttp2(session, { headers: { ':authority': 'nobody.test' } })
        assert.equal(unknown.status, 421)
        assert.match(String(unknown.body), /nobody\.test/)
      }),
    )

    test(
      'HTTP/2: ambiguous requests are rejected',
      within(async ({ traffic, session, capabilities }) => {
        await using app = await startNamed('app')
        await traffic.switchTo(routeTo([app.address]))
        const statusOf = async (headers: Record<string, string>) =>
          (await visitHttp2(session, { headers })).status
        const refused = capabilities.refusesOtherHost ? 400 : 200
        assert.equal(await statusOf({ host: 'other.test' }), refused)
        assert.equal(await statusOf({ host: 'APP.test' }), 200)
        // A router may let the protocol itself refuse these.
        for (const headers of [{ ':authority': '<script>' }, { ':path': 'relative' }]) {
          const status = await statusOf(headers).catch(() => 400)
          assert.equal(status, 400, JSON.stringify(headers))
        }
        const tunnel = session.request({ ':method': 'CONNECT', ':authority': 'app.test:80' })
        const [answer] = await once(tunnel, 'response')
        assert.equal(answer[':status'], 400)
        tunnel.destroy()
      }),
    )

    test(
      'HTTP/2: bodies of 20 MB pass both ways at once, and trailers with them',
      within(async ({ traffic, session }) => {
        const body = randomBytes(20 * 1024 * 1024)
        const sum = createHash('sha256').update(body).digest('hex')
        await using app = await startWebApplication(async (request, response) => {
          if (request.method === 'GET') return response.end(body)
          const hash = createHash('sha256')
          for await (const chunk of request) hash.update(chunk)
          const given = [request.headers['content-length'], request.trailers['x-end']]
          response.end(JSON.stringify([hash.digest('hex'), ...given]))
        })
        await traffic.switchTo(routeTo([app.address]))
        const size = String(body.length)
        const [up, sized, down] = await Promise.all([
          visitHttp2(session, { body }),
          visitHttp2(session, { body, headers: { 'content-length': size } }),
          visitHttp2(session),
        ])
        assert.deepEqual(JSON.parse(String(up.body)), [sum, null, null])
        assert.deepEqual(JSON.parse(String(sized.body)), [sum, size, null])
        assert.equal(createHash('sha256').update(down.body).digest('hex'), sum)
      }),
    )

    test(
      'HTTP/2: a visitor that stops reading stops the application, and other streams go on',
      within(async ({ traffic, session }) => {
        let written = 0
        await using app = await startWebApplication((request, response) => {
          if (request.url === '/small') return response.end('small')
          const more = () => {
            while (!response.destroyed) {
              written += 64 * 1024
              if (!response.write(Buffer.alloc(64 * 1024))) return response.once('drain', more)
            }
          }
          more()
        })
        await traffic.switchTo(routeTo([app.address]))
        const stalled = session.request({ ':path': '/', ':authority': 'app.test' })
        stalled.on('error', () => {})
        await once(stalled, 'response')
        stalled.pause()
        let before = -1
        const hasStopped = async () => {
          if (written === before) return true
          before = written
          await new Promise((resolve) => setTimeout(resolve, 200))
          return false
        }
        await until(hasStopped, { timeout, what: 'backpressure' })
        assert.ok(written < 200 * 1024 * 1024)
        const small = await visitHttp2(session, { headers: { ':path': '/small' } })
        assert.equal(String(small.body), 'small')
        stalled.close()
        await traffic.drain([app.address], timeout)
      }),
    )

    test(
      'HTTP/2: a cancelled request ends at the application, and a broken response at the visitor',
      within(async ({ traffic, session, capabilities }) => {
        const begun = Promise.withResolvers<ServerResponse>()
        const left = Promise.withResolvers<void>()
        await using app = await startWebApplication((request, response) => {
          response.write('beginning')
          if (request.url === '/dying') return void setTimeout(() => request.socket.destroy(), 20)
          response.on('close', left.resolve)
          begun.resolve(response)
        })
        await traffic.switchTo(routeTo([app.address]))
        const leaving = session.request({ ':path': '/', ':authority': 'app.test' })
        leaving.on('error', () => {})
        await begun.promise
        leaving.close(8)
        await withTimeout(left.promise, timeout, 'the end at the application')
        await traffic.drain([app.address], timeout)
        const broken = visitHttp2(session, { headers: { ':path': '/dying' } })
        if (capabilities.resetsBrokenHttp2) await assert.rejects(broken)
        else assert.equal(String((await broken).body), 'beginning')
        const { status } = await visitHttp2(session, { headers: { ':authority': 'nobody.test' } })
        assert.equal(status, 421, 'the connection serves further requests')
      }),
    )

    test(
      'HTTP/2: huge heads are refused, and others are served',
      within(async ({ traffic, session, connect }) => {
        await using app = await startNamed('app')
        await traffic.switchTo(routeTo([app.address]))
        const large = await visitHttp2(session, { headers: { 'x-large': 'x'.repeat(40_000) } })
        assert.equal(large.status, 431)
        const other = await connect()
        await assert.rejects(visitHttp2(other, { headers: { 'x-huge': 'x'.repeat(200_000) } }))
        other.destroy()
        assert.equal((await visitHttp2(session)).status, 200)
      }),
    )

    test(
      'HTTP/2: a visitor that opens and cancels streams in a flood loses the connection, and others are served',
      within(async ({ traffic, session, ports, authority, capabilities }) => {
        await using app = await startWebApplication((request, response) => {
          if (request.url === '/answered') response.end('answered')
        })
        await traffic.switchTo(routeTo([app.address]))
        using visitor = await connectFrames(ports.https, authority)
        const lost = once(visitor.socket, 'close')
        visitor.flood(2000)
        if (capabilities.endsResetFloods)
          await withTimeout(lost, floodTimeout, 'the end of the connection')
        const { body } = await visitHttp2(session, { headers: { ':path': '/answered' } })
        assert.equal(String(body), 'answered')
      }),
    )

    test(
      'HTTP/2: concurrent streams of a connection are limited',
      within(async ({ traffic, session }) => {
        const held: ServerResponse[] = []
        await using app = await startWebApplication((_, response) => void held.push(response))
        await traffic.switchTo(routeTo([app.address]))
        const { maxConcurrentStreams = 0 } = session.remoteSettings
        assert.ok(maxConcurrentStreams > 0 && maxConcurrentStreams <= 1000)
        const asked = Array.from({ length: maxConcurrentStreams + 10 }, () => visitHttp2(session))
        await until(() => held.length === maxConcurrentStreams, {
          timeout,
          what: 'the first streams',
        })
        let isOver = false
        const all = Promise.all(asked).finally(() => {
          isOver = true
        })
        const answerAll = () => {
          for (const response of held.splice(0)) response.end('done')
          return isOver
        }
        await until(answerAll, { timeout, what: 'all responses' })
        assert.equal((await all).length, asked.length)
      }),
    )
  })
}

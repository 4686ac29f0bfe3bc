import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { connect as connectSecure, type TLSSocket } from 'node:tls'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { startNamed, startWebApplication } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type {
  OpenRouter,
  RouterTraits,
  RouterYard,
  RouterYards,
} from '#tests/support/visitors/router-yard.ts'
import { beginVisit, type VisitOptions, visit, visitRaw } from '#tests/support/visitors/visitor.ts'

interface Scene extends Omit<OpenRouter, 'close'> {
  yard: RouterTraits
  /** Sends a request to an application by its host over plain HTTP. */
  ask: (options?: VisitOptions) => ReturnType<typeof visit>
}

/** Of a test that does to a router what others would notice. */
interface OwnScene extends Scene, Pick<OpenRouter, 'close'> {
  yard: RouterYard
}

const timeout = 60_000
/** Of the example in RFC 6455: a router may check that the handshake is whole. */
const handshake = {
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
const accept = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='

/** Contract tests that every router passes. */
export function trafficContract(name: string, yards: RouterYards): void {
  const asker = (port: number) => (options?: VisitOptions) => visit(port, options)

  const within = (body: (scene: Scene) => Promise<void>) => async () => {
    const { traffic, ports, ...yard } = await yards.shared()
    await body({ traffic, ports, yard, ask: asker(ports.http) })
  }

  const withOwn =
    (body: (scene: OwnScene) => Promise<void>, options?: { answerTimeout: number }) => async () => {
      await using yard = await yards.fresh()
      const router = await yard.open(options)
      await body({ ...router, yard, ask: asker(router.ports.http) })
      router.close()
    }

  describe(`router: ${name}`, () => {
    test(
      'routing: by host, ignoring case, port and final dot',
      within(async ({ traffic, ask }) => {
        await using one = await startNamed('one')
        await using other = await startNamed('other')
        await traffic.switchTo(routeTo([one.address], { hosts: ['app.test', 'www.app.test'] }))
        await traffic.switchTo(
          routeTo([other.address], { applicationId: 'app_other', hosts: ['other.test'] }),
        )
        for (const host of ['app.test', 'www.app.test', 'APP.test:8080', 'app.test.']) {
          assert.equal((await ask({ host })).body, 'one', host)
        }
        assert.equal((await ask({ host: 'other.test' })).body, 'other')
      }),
    )

    test(
      'routing: by the longest path of a host, which the application sees whole',
      within(async ({ traffic, ask }) => {
        await using all = await startWebApplication((request, response) =>
          response.end(`all ${request.url}`),
        )
        await using api = await startWebApplication((request, response) =>
          response.end(`api ${request.url}`),
        )
        await traffic.switchTo(routeTo([all.address], { hosts: ['app.test', '*.wild.test'] }))
        await traffic.switchTo(
          routeTo([api.address], {
            applicationId: 'app_api',
            domains: [{ host: 'app.test', path: '/api' }],
          }),
        )
        for (const path of ['/', '/apis', '/api']) {
          const wanted = path === '/api' ? 'api' : 'all'
          assert.equal((await ask({ path })).body, `${wanted} ${path}`)
        }
        assert.equal((await ask({ path: '/api/a?b' })).body, 'api /api/a?b')
        assert.equal((await ask({ host: 'a.b.wild.test' })).body, 'all /')
        await traffic.remove('app_api')
        assert.equal((await ask({ path: '/api' })).body, 'all /api')
      }),
    )

    test(
      'statistics: requests are counted by application and instance with their bytes',
      withOwn(async ({ traffic, ask }) => {
        await using app = await startWebApplication((request, response) => request.pipe(response))
        const route = routeTo([app.address])
        await traffic.switchTo(route)
        const before = await traffic.statistics()
        assert.deepEqual(before.routes, [])
        for (let n = 0; n < 3; n += 1) await ask({ method: 'POST', body: 'four' })
        await traffic.switchTo({ ...route, upstreams: [] })
        await ask()
        const counted = () =>
          traffic.statistics().then(({ routes }) => (routes.length === 2 ? routes : undefined))
        const routes = await until(counted, { timeout, what: 'the counters' })
        const { instanceId } = route.upstreams[0] ?? assert.fail()
        const served = routes.find((each) => each.instanceId === instanceId)
        assert.equal(served?.applicationId, 'app_one')
        assert.deepEqual([served?.requests, served?.bytesIn, served?.bytesOut], [3, 12, 12])
        assert.equal(served?.status['2xx'], 3)
        assert.deepEqual(served?.codes, { 200: 3 })
        const own = routes.find((each) => each.instanceId === null)
        assert.deepEqual([own?.requests, own?.status['5xx'], own?.codes], [1, 1, { 503: 1 }])
        assert.equal((await traffic.statistics()).startedAt, before.startedAt)
      }),
    )

    test(
      'unknown host: gets an explanatory page, or JSON for a program',
      within(async ({ ask }) => {
        const page = await ask({ host: 'nobody.test' })
        assert.equal(page.status, 404)
        assert.match(page.headers['content-type'] ?? '', /^text\/html/)
        assert.match(page.body, /No application uses the address nobody\.test/)
        const json = await ask({ host: 'nobody.test', headers: { accept: 'application/json' } })
        assert.equal(json.status, 404)
        assert.match(JSON.parse(json.body).message, /nobody\.test/)
        const head = await ask({ host: 'nobody.test', method: 'HEAD' })
        assert.deepEqual([head.status, head.body], [404, ''])
      }),
    )

    test(
      'pages: text of a visitor is escaped',
      within(async ({ ports }) => {
        const bytes = 'GET /<script> HTTP/1.1\r\nHost: <script>alert(1)</script>\r\n\r\n'
        const answer = await visitRaw(ports.http, bytes)
        assert.match(answer, /^HTTP\/1\.1 400 /)
        assert.doesNotMatch(answer, /<script>/)
      }),
    )

    test(
      'pages: a stopped application, a refused connection and a broken response have different pages',
      within(async ({ traffic, ask }) => {
        await traffic.switchTo(routeTo([]))
        const stopped = await ask()
        assert.equal(stopped.status, 503)
        assert.match(stopped.body, /is not running/)

        await using gone = await startNamed('gone')
        await gone.die()
        await traffic.switchTo(routeTo([gone.address]))
        assert.equal((await ask()).status, 502)

        await using dying = await startWebApplication((request) => request.socket.destroy())
        await traffic.switchTo(routeTo([dying.address]))
        assert.equal((await ask()).status, 502)
        assert.equal((await ask({ method: 'POST', body: 'x' })).status, 502)
      }),
    )

    test(
      'answer timeout: an application that does not begin to respond gets a page, one that streams does not',
      withOwn(
        async ({ traffic, ask, yard }) => {
          const pause = yard.capabilities.pausedResponses ? 3000 : 50
          const streaming = (_: IncomingMessage, response: ServerResponse) => {
            response.write('slow ')
            setTimeout(() => response.end('but steady'), pause)
          }
          await using app = await startWebApplication((request, response) =>
            request.url === '/never' ? undefined : streaming(request, response),
          )
          await traffic.switchTo(routeTo([app.address]))
          const [never, steady] = await Promise.all([ask({ path: '/never' }), ask()])
          assert.equal(never.status, 504)
          assert.match(never.body, /did not answer in time/)
          assert.deepEqual([steady.status, steady.body], [200, 'slow but steady'])
        },
        // Long enough for the application that answers, on a busy machine.
        { answerTimeout: 2000 },
      ),
    )

    test(
      'switch: repeated switches under load fail no request, and old instances become idle',
      within(async ({ traffic, ports }) => {
        const agent = new Agent({ keepAlive: true })
        const failures: unknown[] = []
        let isOver = false
        let served = 0
        const visitor = async (method: string) => {
          while (!isOver) {
            try {
              const { status } = await visit(ports.http, {
                agent,
                method,
                ...(method === 'POST' ? { body: 'x' } : {}),
              })
              if (status !== 200) failures.push(status)
              served += 1
            } catch (error) {
              failures.push(error)
            }
          }
        }
        let current = await startNamed('version 0')
        await traffic.switchTo(routeTo([current.address]))
        const visitors = ['GET', 'GET', 'GET', 'POST'].map(visitor)
        for (let version = 1; version <= 15; version += 1) {
          const next = await startNamed(`version ${version}`)
          await traffic.switchTo(routeTo([next.address]))
          assert.equal((await visit(ports.http, { agent })).body, `version ${version}`)
          await traffic.drain([current.address], timeout)
          await current.die()
          current = next
          const soFar = served
          await until(() => served > soFar + 20, { timeout, what: 'more visits' })
        }
        isOver = true
        await Promise.all(visitors)
        agent.destroy()
        await current.die()
        assert.deepEqual(failures, [])
      }),
    )

    test(
      'drain: a request in flight ends where it began; draining waits for it, or for the timeout',
      within(async ({ traffic, ask }) => {
        const held: ServerResponse[] = []
        await using old = await startWebApplication((_, response) => void held.push(response))
        await using young = await startNamed('young')
        await traffic.switchTo(routeTo([old.address]))
        const underWay = ask()
        await until(() => held.length === 1, { timeout, what: 'the request' })
        await traffic.switchTo(routeTo([young.address]))
        assert.equal((await ask()).body, 'young')

        await traffic.drain([old.address], 50)
        let isSettled = false
        const draining = traffic.drain([old.address], timeout).then(() => {
          isSettled = true
        })
        await traffic.drain([young.address], timeout)
        assert.equal(isSettled, false)
        held[0]?.end('old')
        assert.equal((await underWay).body, 'old')
        await withTimeout(draining, timeout, 'draining')
      }),
    )

    test(
      'route table: a removed application is unknown, and replacing all leaves only the new routes',
      within(async ({ traffic, ask }) => {
        await using app = await startNamed('app')
        for (const name of ['one', 'two', 'three']) {
          await traffic.switchTo(
            routeTo([app.address], { applicationId: `app_${name}`, hosts: [`${name}.test`] }),
          )
        }
        await traffic.remove('app_one')
        await traffic.remove('app_nobody')
        assert.equal((await ask({ host: 'one.test' })).status, 404)
        assert.equal((await ask({ host: 'two.test' })).status, 200)
        await traffic.replaceAll([
          routeTo([app.address], { applicationId: 'app_three', hosts: ['moved.test'] }),
        ])
        assert.equal((await ask({ host: 'two.test' })).status, 404)
        assert.equal((await ask({ host: 'three.test' })).status, 404)
        assert.equal((await ask({ host: 'moved.test' })).status, 200)
      }),
    )

    test(
      'load balancing: requests are spread over the instances, and stay with one for sticky sessions',
      within(async ({ traffic, ask }) => {
        const apps = await Promise.all(['a', 'b', 'c'].map(startNamed))
        const addresses = apps.map(({ address }) => address)
        await traffic.switchTo(routeTo(addresses))
        const seen = new Set<string>()
        const isEach = async () => seen.add((await ask()).body).size === 3
        await until(isEach, { timeout, what: 'a turn of each instance' })
        seen.clear()
        for (let n = 0; n < 6; n += 1) seen.add((await ask()).body)
        assert.equal(seen.size, 3)

        await traffic.switchTo(routeTo(addresses, { stickySessions: true }))
        const first = await ask()
        const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
        assert.ok(cookie)
        for (let n = 0; n < 6; n += 1) {
          const again = await ask({ headers: { cookie: `a=1; ${cookie}` } })
          assert.equal(again.body, first.body)
          assert.equal(again.headers['set-cookie'], undefined)
        }
        const home = apps['abc'.indexOf(first.body)]
        await home?.die()
        const next = await ask({ headers: { cookie } })
        assert.equal(next.status, 200)
        assert.notEqual(next.body, first.body)
        for (const app of apps) await app.die()
      }),
    )

    test(
      'load balancing: an unreachable instance is skipped, also by uploads',
      within(async ({ traffic, ask }) => {
        await using dead = await startNamed('dead')
        await using alive = await startWebApplication((request, response) => request.pipe(response))
        await dead.die()
        await traffic.switchTo(routeTo([dead.address, alive.address]))
        for (let n = 0; n < 4; n += 1) {
          assert.equal((await ask({ method: 'POST', body: 'whole' })).body, 'whole')
          assert.equal((await ask()).status, 200)
        }
      }),
    )

    test(
      'retry: an idempotent request is sent to another instance when the first dies before its response',
      within(async ({ traffic, ask }) => {
        const reached: string[] = []
        const dying = (name: string) =>
          startWebApplication((request) => {
            reached.push(name)
            request.socket.resetAndDestroy()
          })
        await using one = await dying('one')
        await using two = await dying('two')
        await using three = await dying('three')
        await using alive = await startNamed('alive')
        await traffic.switchTo(routeTo([one.address, alive.address]))
        // Whose turn it is at the beginning is not promised: some go to the one that lives.
        const untilReached = (options: VisitOptions, statusOf: (isReached: boolean) => number) =>
          until(
            async () => {
              const before = reached.length
              const { status } = await ask(options)
              const isReached = reached.length > before
              assert.equal(status, statusOf(isReached), options.method)
              return isReached
            },
            { timeout, what: 'a turn of the instance that dies' },
          )
        for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
          await untilReached({ method }, () => 200)
        }
        for (const once of [{ method: 'POST' }, { method: 'PUT', body: 'x' }]) {
          await untilReached(once, (isReached) => (isReached ? 502 : 200))
        }

        // A request that makes instances crash does not reach all of them.
        reached.length = 0
        await traffic.switchTo(routeTo([one.address, two.address, three.address]))
        assert.equal((await ask()).status, 502)
        assert.equal(reached.length, 2)
      }),
    )

    test(
      'retry: a request of an instance that dies goes to the instances of the new route',
      within(async ({ traffic, ask }) => {
        const held = Promise.withResolvers<IncomingMessage>()
        await using old = await startWebApplication((request) => held.resolve(request))
        await using next = await startNamed('next')
        await traffic.switchTo(routeTo([old.address]))
        const underWay = ask()
        const request = await withTimeout(held.promise, timeout, 'the request')
        await traffic.switchTo(routeTo([next.address]))
        request.socket.resetAndDestroy()
        assert.equal((await underWay).body, 'next')
      }),
    )

    test(
      'request id: the application gets one and the visitor learns it; that of a visitor is replaced',
      within(async ({ traffic, ask }) => {
        await using app = await startWebApplication((request, response) => {
          response.setHeader('X-Request-Id', 'of the application')
          response.end(JSON.stringify(headersOf(request.rawHeaders)['x-request-id']))
        })
        await traffic.switchTo(routeTo([app.address]))
        const ids = new Set<string>()
        for (const headers of [{}, { 'X-Request-Id': 'mine' }, { X_Request_Id: 'mine' }]) {
          const { body, headers: returned } = await ask({ headers })
          const [id, ...more] = JSON.parse(body)
          assert.deepEqual(more, [])
          assert.equal(returned['x-request-id'], id)
          ids.add(id)
        }
        assert.equal(ids.size, 3)
        assert.ok(!ids.has('mine'))
        const unknown = await ask({ host: 'nobody.test' })
        assert.match(String(unknown.headers['x-request-id']), /^[\w-]+$/)
      }),
    )

    test(
      'keep-alive: connections that the application closes between requests cause no error',
      within(async ({ traffic, ask }) => {
        await using app = await startNamed('app')
        await traffic.switchTo(routeTo([app.address]))
        const sockets = new Set<Socket>()
        app.server.on('connection', (socket: Socket) => sockets.add(socket))
        // Closed only once the next request has arrived on it, so the router cannot have known.
        app.server.prependListener('request', ({ socket }: IncomingMessage) => {
          if (isReused(socket)) socket.destroy()
        })
        const served = new WeakSet<Socket>()
        const isReused = (socket: Socket) => served.has(socket) || !served.add(socket)
        for (let n = 0; n < 20; n += 1) assert.equal((await ask()).body, 'app')
        for (let n = 0; n < 5; n += 1) {
          assert.equal((await ask({ method: 'POST', body: 'x' })).body, 'app')
        }
      }),
    )

    test(
      'forwarding headers: the application learns the origin of a request, and a visitor cannot forge it',
      within(async ({ traffic, ports, yard, ask }) => {
        await using app = await startWebApplication((request, response) =>
          response.end(JSON.stringify({ url: request.url, raw: request.rawHeaders })),
        )
        await traffic.switchTo(routeTo([app.address]))
        const headers = {
          'X-Forwarded-For': '6.6.6.6',
          'X-Forwarded-Proto': 'gopher',
          'X-Forwarded-Host': 'evil.test',
          'X-Real-IP': '6.6.6.6',
          Forwarded: 'for=6.6.6.6',
          'Keep-Alive': 'timeout=1',
          Connection: 'keep-alive, X-Private',
          'X-Private': 'between us',
          TE: 'trailers',
          'X-Custom': 'as it was',
          cookie: 'a=1; b=2',
        }
        const host = `app.test:${ports.http}`
        const plain = JSON.parse((await ask({ host, path: '/a%20b?c=d', headers })).body)
        const got = headersOf(plain.raw)
        assert.equal(plain.url, '/a%20b?c=d')
        assert.deepEqual(got['x-forwarded-for'], ['127.0.0.1'])
        assert.deepEqual(got['x-forwarded-proto'], ['http'])
        assert.deepEqual(got['x-forwarded-host'], [host])
        assert.deepEqual(got['x-forwarded-port'], [String(ports.http)])
        assert.deepEqual(got.host, [host])
        assert.deepEqual(got['x-custom'], ['as it was'])
        assert.deepEqual(got.cookie, ['a=1; b=2'])
        for (const name of ['forwarded', 'x-real-ip', 'keep-alive', 'te', 'x-private']) {
          assert.equal(got[name], undefined, name)
        }
        const secure = await visit(ports.https, { ca: yard.authority })
        const gotSecurely = headersOf(JSON.parse(secure.body).raw)
        assert.deepEqual(gotSecurely['x-forwarded-proto'], ['https'])
        assert.deepEqual(gotSecurely['x-forwarded-port'], [String(ports.https)])
      }),
    )

    test(
      'responses: status, repeated headers and trailers are preserved',
      within(async ({ traffic, ports, ask }) => {
        await using app = await startWebApplication((request, response) => {
          if (request.url === '/empty') return response.writeHead(204).end()
          if (request.url === '/cached') return response.writeHead(304, { etag: '"x"' }).end()
          const head = {
            'set-cookie': ['a=1', 'b=2'],
            'x-odd': 'caf\u00e9',
            'keep-alive': 'timeout=1',
          }
          if (request.method === 'HEAD') return response.writeHead(418, head).end()
          response.writeHead(418, 'Short and stout', { ...head, trailer: 'X-Sum' })
          response.write('body')
          response.addTrailers({ 'X-Sum': '42' })
          response.end()
        })
        await traffic.switchTo(routeTo([app.address]))
        const pot = await ask()
        assert.equal(pot.status, 418)
        assert.deepEqual(pot.headers['set-cookie'], ['a=1', 'b=2'])
        assert.equal(pot.headers['x-odd'], 'caf\u00e9')
        assert.notEqual(pot.headers['keep-alive'], 'timeout=1')
        assert.deepEqual(
          [await ask({ path: '/empty' }), await ask({ path: '/cached' })].map(
            ({ status }) => status,
          ),
          [204, 304],
        )
        assert.deepEqual(await ask({ method: 'HEAD' }).then(({ status, body }) => [status, body]), [
          418,
          '',
        ])
        const whole = await visitRaw(
          ports.http,
          'GET / HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n',
        )
        assert.match(whole, /^HTTP\/1\.1 418 Short and stout\r\n/)
        assert.match(whole, /\r\ntrailer: X-Sum\r\n/i)
        assert.match(whole, /\r\n0\r\nX-Sum: 42\r\n\r\n$/i)
      }),
    )

    test(
      'streaming: bytes pass both ways as they arrive',
      within(async ({ traffic, ports }) => {
        await using app = await startWebApplication((request, response) => {
          response.flushHeaders()
          request.pipe(response)
        })
        await traffic.switchTo(routeTo([app.address]))
        const talking = beginVisit(ports.http, { method: 'POST' })
        talking.flushHeaders()
        const [answer] = (await once(talking, 'response')) as [IncomingMessage]
        answer.setEncoding('utf8')
        for (const word of ['one', 'two', 'three']) {
          talking.write(word)
          const [heard] = await once(answer, 'data')
          assert.equal(heard, word)
        }
        talking.end()
        await once(answer, 'end')
      }),
    )

    test(
      'streaming: large bodies pass completely in both directions, with backpressure',
      within(async ({ traffic, ports, ask }) => {
        const body = randomBytes(16 * 1024 * 1024)
        const sum = createHash('sha256').update(body).digest('hex')
        await using app = await startWebApplication(async (request, response) => {
          if (request.method === 'GET') return response.end(body)
          const hash = createHash('sha256')
          for await (const chunk of request) hash.update(chunk)
          response.end(hash.digest('hex'))
        })
        await traffic.switchTo(routeTo([app.address]))
        assert.equal((await ask({ method: 'PUT', body })).body, sum)
        const headers = { 'transfer-encoding': 'chunked' }
        assert.equal((await ask({ method: 'POST', body, headers })).body, sum)
        const taking = beginVisit(ports.http).end()
        const [answer] = (await once(taking, 'response')) as [IncomingMessage]
        const hash = createHash('sha256')
        for await (const chunk of answer) {
          hash.update(chunk)
          if (Math.random() < 0.05) await new Promise((next) => setTimeout(next, 1))
        }
        assert.equal(hash.digest('hex'), sum)
      }),
    )

    test(
      'uploads: 100-continue is answered by the application, or the upload rejected',
      within(async ({ traffic, ports }) => {
        await using app = await startWebApplication((request, response) => request.pipe(response))
        app.server.on('checkContinue', (request, response) => {
          if (request.url === '/no') return response.writeHead(413).end()
          response.writeContinue()
          request.pipe(response)
        })
        await traffic.switchTo(routeTo([app.address]))
        const head = (path: string) =>
          `POST ${path} HTTP/1.1\r\nHost: app.test\r\nContent-Length: 4\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`
        assert.match(await visitRaw(ports.http, head('/no'), /\r\n\r\n/), /^HTTP\/1\.1 413 /)
        const invited = beginVisit(ports.http, {
          method: 'POST',
          headers: { expect: '100-continue', 'content-length': 4 },
        })
        invited.flushHeaders()
        await once(invited, 'continue')
        invited.end('body')
        const [answer] = (await once(invited, 'response')) as [IncomingMessage]
        assert.equal(String((await once(answer, 'data'))[0]), 'body')
      }),
    )

    test(
      'uploads: a response sent before the whole upload reaches the visitor',
      within(async ({ traffic, ports }) => {
        await using app = await startWebApplication((_, response) => {
          response.writeHead(413, { connection: 'close' }).end('too much')
        })
        await traffic.switchTo(routeTo([app.address]))
        const talking = beginVisit(ports.http, { method: 'POST' })
        talking.on('error', () => {})
        talking.write(randomBytes(64 * 1024))
        const [answer] = (await once(talking, 'response')) as [IncomingMessage]
        assert.equal(answer.statusCode, 413)
        talking.destroy()
      }),
    )

    test(
      'disconnects: are propagated from the visitor to the application and back',
      within(async ({ traffic, ports }) => {
        const begun = Promise.withResolvers<ServerResponse>()
        const left = Promise.withResolvers<void>()
        await using app = await startWebApplication((request, response) => {
          response.write('beginning')
          if (request.url === '/dying') return void setTimeout(() => request.socket.destroy(), 20)
          response.on('close', left.resolve)
          begun.resolve(response)
        })
        await traffic.switchTo(routeTo([app.address]))
        const leaving = beginVisit(ports.http).end()
        leaving.on('error', () => {})
        await begun.promise
        leaving.destroy()
        await withTimeout(left.promise, timeout, 'the end at the application')
        await traffic.drain([app.address], timeout)

        await assert.rejects(visit(ports.http, { path: '/dying' }))
      }),
    )

    test(
      'disconnects: of a visitor are noticed for a pipelined request and after a declined upgrade',
      within(async ({ traffic, ports, yard }) => {
        let begun = 0
        await using app = await startWebApplication((request, response) => {
          begun += 1
          if (request.url === '/endless') response.write('on and on')
        })
        app.server.on('upgrade', (_, socket: Socket) => {
          begun += 1
          socket.on('error', () => {}).on('end', () => socket.destroy())
          socket.resume().write('HTTP/1.1 403 No\r\n\r\non and on')
        })
        await traffic.switchTo(routeTo([app.address]))
        const host = 'Host: app.test\r\n'
        const leaving = connect(ports.http, '127.0.0.1')
        leaving.write(`GET /held HTTP/1.1\r\n${host}\r\nGET /endless HTTP/1.1\r\n${host}\r\n`)
        const declined = connect(ports.http, '127.0.0.1')
        declined.write(`GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: x\r\n\r\n`)
        await once(declined, 'data')
        const expected = yard.capabilities.concurrentPipelining ? 3 : 2
        await until(() => begun === expected, { timeout, what: 'the requests' })
        leaving.destroy()
        declined.destroy()
        const draining = traffic.drain([app.address], 2 * timeout)
        await withTimeout(draining, timeout, 'draining')
      }),
    )

    test(
      'WebSocket: is tunnelled both ways, over HTTP and HTTPS, until either side closes it',
      within(async ({ traffic, ports, yard }) => {
        await using app = await startWebApplication((_, response) => response.end('plain'))
        app.server.on('upgrade', (request, socket: Socket, head) => {
          assert.equal(request.headers['x-forwarded-for'], '127.0.0.1')
          socket.write(
            `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\nhello `,
          )
          socket.write(head)
          socket.pipe(socket)
          socket.on('error', () => {})
        })
        await traffic.switchTo(routeTo([app.address]))
        const headers = { connection: 'Upgrade', upgrade: 'websocket', ...handshake }
        for (const [port, ca] of [
          [ports.http, undefined],
          [ports.https, yard.authority],
        ] as const) {
          const asking = beginVisit(port, { headers, ...(ca ? { ca } : {}) }).end()
          const [answer, socket, first] = (await once(asking, 'upgrade')) as [
            IncomingMessage,
            Socket,
            Buffer,
          ]
          assert.equal(answer.statusCode, 101)
          assert.equal(answer.headers['sec-websocket-accept'], accept)
          let heard = String(first)
          socket.on('data', (part) => {
            heard += part
          })
          socket.write('there and back')
          await until(() => heard === 'hello there and back', {
            timeout,
            what: 'an echo',
          })
          socket.end()
          await once(socket, 'close')
        }
        await traffic.drain([app.address], timeout)
      }),
    )

    test(
      'upgrade: one that the application declines, or an offer of HTTP/2, is a plain request',
      within(async ({ traffic, ask }) => {
        await using app = await startWebApplication((_, response) => {
          response.writeHead(401, { 'x-why': 'no ticket' }).end('no')
        })
        await traffic.switchTo(routeTo([app.address]))
        for (const upgrade of ['websocket', 'h2c']) {
          const { status, headers, body } = await ask({
            headers: { connection: 'Upgrade', upgrade, ...handshake },
          })
          assert.deepEqual([status, headers['x-why'], body], [401, 'no ticket', 'no'])
        }
        const unknown = await ask({
          host: 'nobody.test',
          headers: { connection: 'Upgrade', upgrade: 'websocket', ...handshake },
        })
        assert.equal(unknown.status, 404)
      }),
    )

    test(
      'parsing: ambiguous requests are rejected',
      within(async ({ traffic, ports, yard }) => {
        await using app = await startNamed('app')
        await traffic.switchTo(routeTo([app.address]))
        const { refusesLengthWithChunks, hugeHeadStatus } = yard.capabilities
        const host = 'Host: app.test\r\n'
        const both = 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'
        const refused: [string, RegExp][] = [
          [
            `POST / HTTP/1.1\r\n${host}${both}\r\n0\r\n\r\n`,
            refusesLengthWithChunks
              ? /^HTTP\/1\.1 400 /
              : /^HTTP\/1\.1 200 [\s\S]*connection: close/,
          ],
          [
            `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
            /^HTTP\/1\.1 400 /,
          ],
          [`GET / HTTP/1.1\r\n${host}Host: other.test\r\n\r\n`, /^HTTP\/1\.1 400 /],
          ['GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
          [`GET http://other.test/ HTTP/1.1\r\n${host}\r\n`, /^HTTP\/1\.1 400 /],
          [`GET / HTTP/1.1\r\n${host}X: a\nb\r\n\r\n`, /^HTTP\/1\.1 400 /],
          [
            `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(100_000)}\r\n\r\n`,
            hugeHeadStatus ? /^HTTP\/1\.1 431 / : /^HTTP\/1\.1 400 /,
          ],
        ]
        for (const [bytes, answer] of refused) {
          assert.match(await visitRaw(ports.http, bytes), answer, bytes.slice(0, 100))
        }
        const absolute = `GET http://app.test HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
        assert.match(await visitRaw(ports.http, absolute), /^HTTP\/1\.1 200 [\s\S]*app$/)
      }),
    )

    test(
      'TLS: each host has its own certificate, and HTTPS can be enforced',
      within(async ({ traffic, ports, yard, ask }) => {
        await using app = await startNamed('app')
        await traffic.switchTo(
          routeTo([app.address], { forceHttps: true, hosts: ['app.test', 'b.test'] }),
        )
        for (const host of ['app.test', 'b.test']) {
          const { status, body } = await visit(ports.https, { host, ca: yard.authority })
          assert.deepEqual([status, body], [200, 'app'])
        }
        const moved = await ask({ path: '/a?b=c' })
        assert.equal(moved.status, 301)
        assert.equal(moved.headers.location, `https://app.test:${ports.https}/a?b=c`)
        const stray = await visit(ports.https, { path: '/a?b=c' })
        assert.equal(stray.headers.location, `https://app.test:${ports.https}/a?b=c`)

        const nameless = connectSecure({
          port: ports.https,
          host: '127.0.0.1',
          rejectUnauthorized: false,
        })
        await once(nameless, 'secureConnect')
        assert.match((nameless as TLSSocket).getPeerCertificate().subjectaltname ?? '', /localhost/)
        nameless.destroy()
      }),
    )

    test(
      'recovery: a killed router restarts on the same ports with all its routes',
      withOwn(async ({ traffic, ports, yard, ask }) => {
        await using app = await startNamed('app')
        await traffic.switchTo(routeTo([app.address]))
        await traffic.switchTo(routeTo([], { applicationId: 'app_idle', hosts: ['idle.test'] }))
        for (let n = 0; n < 2; n += 1) {
          await yard.kill()
          const again = await until(() => ask().catch(() => undefined), {
            timeout,
            what: 'the router',
          })
          assert.equal(again.body, 'app')
          assert.equal((await ask({ host: 'idle.test' })).status, 503)
          const secure = await visit(ports.https, { ca: yard.authority })
          assert.equal(secure.body, 'app')
        }
        await yard.kill()
        await traffic.remove('app_idle')
        assert.equal((await ask({ host: 'idle.test' })).status, 404)
      }),
    )

    test(
      'recovery: visitors are served while the server is down, and the next server takes over the router',
      withOwn(async ({ traffic, ports, yard, ask, close }) => {
        await using app = await startNamed('app')
        await using next = await startNamed('next')
        await traffic.switchTo(routeTo([app.address]))
        close()
        const agent = new Agent({ keepAlive: true })
        assert.equal((await ask({ agent })).body, 'app')
        const second = await yard.open()
        assert.deepEqual(second.ports, ports)
        assert.equal((await ask({ agent })).body, 'app')
        await second.traffic.switchTo(routeTo([next.address]))
        const sockets = new Set<number | undefined>()
        agent.on('free', (socket: Socket) => sockets.add(socket.localPort))
        assert.equal((await ask({ agent })).body, 'next')
        assert.equal(sockets.size, 1)
        agent.destroy()
        second.close()
      }),
    )
  })
}

/** Raw headers by lower-case name, each with all its copies. */
export function headersOf(raw: string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    headers[name] = [...(headers[name] ?? []), raw[at + 1] ?? '']
  }
  return headers
}

import assert from 'node:assert/strict'
import { BlockList, connect } from 'node:net'
import { describe, test } from 'node:test'
import { type ConnectionOptions, connect as connectSecure, type TLSSocket } from 'node:tls'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { startWebApplication } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { OpenRouter, RouterOptions, RouterYards } from '#tests/support/visitors/router-yard.ts'
import { visit } from '#tests/support/visitors/visitor.ts'
import { headersOf } from './traffic.contract.ts'

const timeout = 60_000

/** Forwarding headers that frameworks trust, in the spellings that CGI programs treat as equal. */
const forged: Record<string, string> = {
  Forwarded: 'for=6.6.6.6;proto=https',
  'X-Forwarded-For': '6.6.6.6',
  'X-Forwarded-Proto': 'gopher',
  'X-Forwarded-Host': 'evil.test',
  'X-Forwarded-Port': '666',
  'X-Forwarded-Server': 'evil.test',
  'X-Forwarded-Scheme': 'https',
  'X-Forwarded-Ssl': 'on',
  'X-Forwarded-Prefix': '/evil',
  'X-Forwarded-Client-Cert': 'Subject="CN=admin"',
  'X-Forwarded-User': 'admin',
  X_Forwarded_For: '6.6.6.6',
  'X-Real-IP': '6.6.6.6',
  X_Real_IP: '6.6.6.6',
  'True-Client-IP': '6.6.6.6',
  'X-Client-IP': '6.6.6.6',
  'Client-IP': '6.6.6.6',
  'X-Cluster-Client-IP': '6.6.6.6',
  'X-Original-Forwarded-For': '6.6.6.6',
  'X-Original-URL': '/admin',
  'X-Rewrite-URL': '/admin',
  'X-Originating-IP': '6.6.6.6',
  'X-Remote-IP': '6.6.6.6',
  'CF-Connecting-IP': '6.6.6.6',
  'Fastly-Client-IP': '6.6.6.6',
  'Fly-Client-IP': '6.6.6.6',
  'X-Envoy-External-Address': '6.6.6.6',
  'Front-End-Https': 'on',
  'X-Forward-For': '6.6.6.6',
  'Incap-Client-IP': '6.6.6.6',
  'X-Sucuri-ClientIP': '6.6.6.6',
  'X-Azure-ClientIP': '6.6.6.6',
  'CloudFront-Viewer-Address': '6.6.6.6:443',
  'CloudFront-Forwarded-Proto': 'https',
  'Remote-Addr': '6.6.6.6',
  'X-SSL-Client-Verify': 'SUCCESS',
  'SSL-Client-Cert': 'CN=admin',
}

const written = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port']

/** Contract tests of every router against malicious visitors. */
export function hostileVisitorsContract(name: string, yards: RouterYards): void {
  type Body = (ports: OpenRouter['ports'], authority: string) => Promise<void>

  /** An application behind the router that echoes its request headers. */
  const startEcho = () =>
    startWebApplication((request, response) => response.end(JSON.stringify(request.rawHeaders)))

  const before = (body: Body) => async () => {
    await using app = await startEcho()
    const { traffic, ports, authority } = await yards.shared()
    await traffic.switchTo(routeTo([app.address]))
    await body(ports, authority)
  }

  const beforeOwn = (options: RouterOptions, body: Body) => async () => {
    await using yard = await yards.fresh()
    await using app = await startEcho()
    const router = await yard.open(options)
    using ending = new DisposableStack()
    ending.defer(() => router.close())
    await router.traffic.switchTo(routeTo([app.address]))
    await body(router.ports, yard.authority)
  }

  describe(`router: ${name}: hostile visitors`, () => {
    test(
      'forwarding headers: those of a visitor are dropped as a class',
      before(async (ports) => {
        const got = headersOf(JSON.parse((await visit(ports.http, { headers: forged })).body))
        assert.deepEqual(got['x-forwarded-for'], ['127.0.0.1'])
        assert.deepEqual(got['x-forwarded-proto'], ['http'])
        assert.deepEqual(got['x-forwarded-host'], ['app.test'])
        assert.deepEqual(got['x-forwarded-port'], [String(ports.http)])
        for (const header of Object.keys(forged).map((each) => each.toLowerCase())) {
          if (!written.includes(header)) assert.equal(got[header], undefined, header)
        }
      }),
    )

    const trustedProxies = new BlockList()
    trustedProxies.addAddress('127.0.0.1')
    test(
      'trusted proxy: its forwarding headers are used, and its address is appended to the chain',
      beforeOwn({ trustedProxies }, async (ports) => {
        const headers = {
          'X-Forwarded-For': '192.0.2.7, not-an-address',
          'X-Forwarded-Proto': 'http, https',
          'X-Forwarded-Host': 'evil.example, shop.example',
          'X-Real-IP': '192.0.2.7',
          'X-Request-Id': 'of-the.proxy:1',
        }
        const got = headersOf(JSON.parse((await visit(ports.http, { headers })).body))
        assert.deepEqual(got['x-forwarded-for'], ['192.0.2.7, 127.0.0.1'])
        assert.deepEqual(got['x-forwarded-proto'], ['https'])
        assert.deepEqual(got['x-forwarded-host'], ['shop.example'])
        assert.deepEqual(got['x-forwarded-port'], ['443'])
        assert.deepEqual(got['x-real-ip'], ['192.0.2.7'])
        assert.deepEqual(got['x-request-id'], ['of-the.proxy:1'])
        for (const id of ['a b', 'x'.repeat(129), '"quoted"', 'a,b']) {
          const answer = await visit(ports.http, { headers: { 'X-Request-Id': id } })
          const [passedOn] = headersOf(JSON.parse(answer.body))['x-request-id'] ?? []
          assert.notEqual(passedOn, id)
          assert.equal(answer.headers['x-request-id'], passedOn)
        }
        const silent = headersOf(JSON.parse((await visit(ports.http)).body))
        assert.deepEqual(silent['x-forwarded-for'], ['127.0.0.1'])
        assert.deepEqual(silent['x-forwarded-port'], [String(ports.http)])
      }),
    )

    test(
      'TLS: versions before 1.2 are rejected, with and without a certificate of the host',
      before(async (ports, ca) => {
        for (const version of ['TLSv1', 'TLSv1.1'] as const) {
          for (const servername of ['app.test', 'unknown.test']) {
            const options = { ca, servername, minVersion: version, maxVersion: version }
            const ciphers = 'ALL:@SECLEVEL=0'
            await assert.rejects(handshake(ports.https, { ...options, ciphers }), /alert|protocol/i)
          }
        }
        const modern = await handshake(ports.https, { ca, servername: 'app.test' })
        assert.equal(modern.getProtocol(), 'TLSv1.3')
        modern.destroy()
      }),
    )

    test(
      'TLS: a client that renegotiates loses its connection, and others are served',
      before(async (ports, ca) => {
        const options = { ca, servername: 'app.test', maxVersion: 'TLSv1.2' } as const
        const socket = await handshake(ports.https, options)
        const refused = new Promise<boolean>((resolve) => {
          socket.once('error', () => resolve(true)).once('close', () => resolve(true))
          socket.renegotiate({ rejectUnauthorized: false }, (error) => resolve(error !== null))
        })
        assert.equal(await withTimeout(refused, timeout, 'an answer to the renegotiation'), true)
        socket.destroy()
        assert.equal((await visit(ports.https, { ca })).status, 200)
      }),
    )

    test(
      'TLS: broken, endless or huge handshakes affect only their own connection',
      before(async (ports, ca) => {
        const record = (length: number) => Buffer.from([0x16, 3, 1, length >> 8, length & 255])
        const hello = Buffer.from([1, 0xff, 0xff, 0xff])
        const floods = [
          Buffer.concat([record(4), Buffer.from([1, 0, 0, 0])]),
          Buffer.concat([record(0xffff), Buffer.alloc(0xffff, 65)]),
          // One message of 16 MB, in several records.
          Buffer.concat([record(0x4000), hello, Buffer.alloc(0x4000 - 4)]),
        ]
        for (const bytes of floods) {
          const socket = connect(ports.https, '127.0.0.1').on('error', () => {})
          socket.resume()
          const more = Buffer.concat([record(0x4000), Buffer.alloc(0x4000)])
          socket.write(bytes)
          for (let times = 0; times < 64; times += 1) socket.write(more)
          const closed = new Promise((resolve) => socket.once('close', resolve))
          await withTimeout(closed, timeout, 'the end of the connection')
        }
        assert.equal((await visit(ports.https, { ca })).status, 200)
      }),
    )
  })
}

/** A TLS connection to the router after its handshake. */
function handshake(port: number, options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectSecure({ ...options, host: '127.0.0.1', port })
    socket.once('secureConnect', () => resolve(socket)).once('error', reject)
  })
}

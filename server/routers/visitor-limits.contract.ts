import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { startWebApplication } from '#tests/support/applications/web-application.ts'
import { connectHttp2 } from '#tests/support/visitors/http2-visitor.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { RouterYards } from '#tests/support/visitors/router-yard.ts'
import { beginVisit, visit } from '#tests/support/visitors/visitor.ts'

const timeout = 60_000
const maxPerVisitor = 4
const other = { localAddress: '127.0.0.2' }

/** Contract tests of every router for visitors with many connections. */
export function visitorLimitsContract(name: string, yards: RouterYards): void {
  describe(`router: ${name}: visitors with many connections`, () => {
    test('visitor limit: connections without a request give way to new ones, and requests in flight do not', async () => {
      await using yard = await yards.fresh()
      const held: ServerResponse[] = []
      await using app = await startWebApplication((request, response) => {
        if (request.url === '/held') held.push(response)
        else response.end('well')
      })
      const router = await yard.open({ maxPerVisitor })
      const { traffic, ports } = router
      using ending = new DisposableStack()
      ending.defer(() => router.close())
      await traffic.switchTo(routeTo([app.address]))

      // Slow ones of every kind: silent, amid the head of a request, amid a handshake.
      const begins = ['', 'GET / HTTP/1.1\r\nHos', Buffer.from([0x16, 3, 1, 0, 200, 1])]
      const slow: Socket[] = []
      const { idleConnectionsGiveWay } = yard.capabilities
      const all = [...begins, ...begins, ...begins]
      for (const begin of idleConnectionsGiveWay ? all : all.slice(0, maxPerVisitor)) {
        const port = typeof begin === 'string' ? ports.http : ports.https
        const socket = connect(port, '127.0.0.1').on('error', () => {})
        ending.defer(() => socket.destroy())
        await once(socket, 'connect')
        if (begin.length > 0) socket.write(begin)
        slow.push(socket.resume())
      }
      assert.equal((await visit(ports.http, other)).body, 'well', 'another address')
      if (idleConnectionsGiveWay) {
        const isServed = async () => (await visit(ports.http).catch(() => undefined))?.body
        assert.equal(await until(isServed, { timeout, what: 'the same address' }), 'well')
        await until(() => slow.filter(({ destroyed }) => destroyed).length >= 5, {
          timeout,
          what: 'the end of those beyond the limit',
        })
      } else await assert.rejects(visit(ports.http), 'the same address')

      for (const socket of slow) socket.destroy()
      let visits: ReturnType<typeof beginVisit>[] = []
      // The slow connections count until the router has noticed their end: what it refuses until then is asked again.
      const holdsAll = () => {
        visits = visits.filter(({ destroyed }) => !destroyed)
        while (visits.length < maxPerVisitor) {
          const begun = beginVisit(ports.http, { path: '/held' }).on('error', () => {})
          begun.end()
          visits.push(begun)
        }
        return held.length === maxPerVisitor
      }
      await until(holdsAll, { timeout, what: 'the requests in flight' })
      await assert.rejects(visit(ports.http), 'no connection gives way')
      await assert.rejects(visit(ports.https, { ca: yard.authority }), 'nor for TLS')
      assert.equal((await visit(ports.http, other)).body, 'well', 'another address')
      for (const response of held.splice(0)) response.end('done')
      for (const each of visits) each.destroy()

      const session = await until(
        () => connectHttp2(ports.https, yard.authority).catch(() => undefined),
        { timeout, what: 'room for a connection' },
      )
      ending.defer(() => session.destroy())
      const ask = () => {
        const stream = session.request({ ':path': '/held', ':authority': 'app.test' })
        return stream.on('error', () => {})
      }
      const hasRoom = async () => {
        const served = held.length
        const stream = ask()
        await until(() => held.length > served || stream.closed, { timeout, what: 'an answer' })
        return held.length > served
      }
      for (let count = 0; count < maxPerVisitor; count += 1) {
        await until(hasRoom, { timeout, what: 'room for a request' })
      }
      const before = (await traffic.statistics()).refused?.requests ?? 0
      const refused = ask()
      let status: number | undefined
      refused.on('response', (headers) => {
        status = headers[':status']
      })
      refused.resume()
      await until(() => refused.closed, { timeout, what: 'the refusal' })
      assert.ok(refused.rstCode === 7 || status === 503, 'the visitor may send it again later')
      assert.equal((await visit(ports.http, other)).body, 'well', 'another address')

      const { refused: counted } = await traffic.statistics()
      assert.ok((counted?.connections ?? 0) >= 2, 'refused connections')
      const gaveWay = idleConnectionsGiveWay ? 1 : 0
      assert.ok((counted?.idleConnections ?? 0) >= gaveWay, 'connections that gave way')
      assert.equal(counted?.requests, before + 1)
    })
  })
}

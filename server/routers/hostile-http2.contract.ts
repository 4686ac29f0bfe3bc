import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { startWebApplication } from '#tests/support/applications/web-application.ts'
import { connectFrames } from '#tests/support/visitors/http2-frames.ts'
import { connectHttp2, visitHttp2 } from '#tests/support/visitors/http2-visitor.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { RouterYards } from '#tests/support/visitors/router-yard.ts'

const timeout = 60_000

/** Contract tests of every router for HTTP/2 between a hostile visitor or application and an honest one. */
export function hostileHttp2Contract(name: string, yards: RouterYards): void {
  describe(`router: ${name}: hostile HTTP/2`, () => {
    for (const [code, how] of [
      [0, 'without an error'],
      [8, 'as cancelled'],
    ] as const) {
      test(`HTTP/2: an upload that the visitor resets ${how} never looks complete to the application`, async () => {
        const router = await yards.shared()
        const begun = Promise.withResolvers<void>()
        const outcome = Promise.withResolvers<string>()
        await using app = await startWebApplication((request) => {
          request.once('data', () => begun.resolve())
          request.on('end', () => outcome.resolve('complete'))
          request.on('error', () => outcome.resolve('cut'))
        })
        await router.traffic.switchTo(routeTo([app.address]))
        using visitor = await connectFrames(router.ports.https, router.authority)
        visitor.post(1)
        visitor.data(1, 'half of it')
        await withTimeout(begun.promise, timeout, 'the upload')
        visitor.reset(1, code)
        assert.equal(await withTimeout(outcome.promise, timeout, 'the end of the upload'), 'cut')
      })
    }

    test('HTTP/2: an empty upload of unknown length ends at the application, whenever its end comes', async () => {
      const router = await yards.shared()
      const bodies: string[] = []
      await using app = await startWebApplication(async (request, response) => {
        const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>)
        bodies.push(`${request.method} ${Buffer.concat(chunks)}`)
        response.end('whole')
      })
      await router.traffic.switchTo(routeTo([app.address]))
      const session = await connectHttp2(router.ports.https, router.authority)
      using ending = new DisposableStack()
      ending.defer(() => session.destroy())
      for (const method of ['POST', 'PUT', 'GET']) {
        const { body } = await visitHttp2(session, { headers: { ':method': method }, body: '' })
        assert.equal(String(body), 'whole')
      }
      using visitor = await connectFrames(router.ports.https, router.authority)
      visitor.postNothing(1)
      await until(() => bodies.length === 4, { timeout, what: 'the end of the upload' })
      assert.deepEqual(bodies, ['POST ', 'PUT ', 'GET ', 'POST '])
    })

    test('HTTP/2: odd heads and trailers of an application reach the visitor as a whole response', async () => {
      const router = await yards.shared()
      using ending = new DisposableStack()
      const ok = 'HTTP/1.1 200 OK\r\n'
      const chunks = 'Transfer-Encoding: chunked\r\nTrailer: x\r\n\r\n2\r\nok\r\n0\r\n'
      const answers: Record<string, string> = {
        '/twice': `${ok}Content-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: 2\r\n\r\nok`,
        '/settings': `${ok}HTTP2-Settings: abc\r\nContent-Length: 2\r\n\r\nok`,
        '/forbidden-trailer': `${ok}${chunks}Connection: close\r\n\r\n`,
        '/other-trailer': `${ok}${chunks}HTTP2-Settings: abc\r\n\r\n`,
      }
      await using app = await startWebApplication(({ url = '', socket }) => {
        socket.end(answers[url] ?? '')
      })
      await router.traffic.switchTo(routeTo([app.address]))
      const session = await connectHttp2(router.ports.https, router.authority)
      ending.defer(() => session.destroy())
      for (const path of Object.keys(answers)) {
        const { status, body } = await visitHttp2(session, { headers: { ':path': path } })
        assert.deepEqual([path, status, String(body)], [path, 200, 'ok'])
      }
    })
  })
}

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import {
  connected,
  exchange,
  loopback,
  startTcpInstance,
} from '#tests/support/applications/tcp-instance.ts'
import { startNamed } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { OpenRouter, RouterYard, RouterYards } from '#tests/support/visitors/router-yard.ts'

const timeout = 60_000

/** Contract tests of every router for TCP redirections. */
export function tcpContract(name: string, yards: RouterYards): void {
  const within =
    (body: (scene: Pick<OpenRouter, 'traffic'> & { port: number }) => Promise<void>) =>
    async () => {
      const { traffic } = await yards.shared()
      await body({ traffic, port: await freePort() })
    }

  const withOwn =
    (body: (scene: OpenRouter & { yard: RouterYard; port: number }) => Promise<void>) =>
    async () => {
      await using yard = await yards.fresh()
      const router = await yard.open()
      using ending = new DisposableStack()
      ending.defer(() => router.close())
      await body({ ...router, yard, port: await freePort() })
    }

  describe(`router: ${name}: TCP redirections`, () => {
    test(
      'TCP redirection: bytes pass both ways and the other half of a half-closed connection goes on',
      within(async ({ traffic, port }) => {
        const sent = randomBytes(4 * 1024 * 1024)
        await using instance = await startTcpInstance((socket) => {
          const chunks: Buffer[] = []
          socket.on('data', (chunk: Buffer) => chunks.push(chunk))
          // Answers after the end of the request only.
          socket.on('end', () => socket.end(Buffer.concat(chunks)))
        })
        await traffic.switchTo(routeTo([instance.address], { tcpPorts: [port] }))
        const received = await exchange(port, sent)
        assert.ok(sent.equals(received))
      }),
    )

    test(
      'TCP redirection: an instance that refuses is skipped, and a switch keeps open connections until they end',
      within(async ({ traffic, port }) => {
        await using old = await startTcpInstance((socket) => socket.pipe(socket))
        await using next = await startTcpInstance((socket) => socket.end('next'))
        const refusing = { host: loopback(), port: 1 }
        await traffic.switchTo(routeTo([refusing, old.address], { tcpPorts: [port] }))
        const first = await connected(port)
        const echoed = async (text: string) => {
          first.write(text)
          assert.equal(String((await once(first, 'data'))[0]), text)
        }
        // The kernel connects before the router does: only an answer shows that the instance has the connection.
        await echoed('first')
        await traffic.switchTo(routeTo([next.address], { tcpPorts: [port] }))
        assert.equal(String(await exchange(port, Buffer.from('x'))), 'next')
        let isDrained = false
        const draining = traffic.drain([old.address], timeout).then(() => {
          isDrained = true
        })
        await echoed('still here')
        assert.equal(isDrained, false)
        first.end()
        await withTimeout(draining, timeout, 'draining')
        await traffic.remove('app_one')
        const isClosed = () =>
          connected(port).then(
            (socket) => void socket.destroy(),
            () => true,
          )
        await until(isClosed, { timeout, what: 'the closed port' })
      }),
    )

    test(
      'TCP redirection: a stopped application, and instances without a network of their own, get no connection',
      within(async ({ traffic, port }) => {
        await using app = await startNamed('app')
        for (const addresses of [[], [app.address]]) {
          await traffic.switchTo(routeTo(addresses, { tcpPorts: [port] }))
          assert.equal((await exchange(port, Buffer.from('x'))).length, 0)
        }
      }),
    )

    test(
      'TCP redirection: a port in use is opened as soon as it is free, and visitors of HTTP do not notice',
      within(async ({ traffic, port }) => {
        await using instance = await startTcpInstance((socket) => socket.end('well'))
        const squatter = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
        await once(squatter, 'listening')
        await traffic.switchTo(routeTo([instance.address], { tcpPorts: [port] }))
        squatter.close()
        const answer = async () => {
          const bytes = await exchange(port, Buffer.from('x')).catch(() => undefined)
          return String(bytes ?? '') === 'well'
        }
        await until(answer, { timeout, what: 'the port' })
        assert.equal((await traffic.statistics()).tcpProblems, undefined)
      }),
    )

    test(
      'TCP redirection: its bytes are counted for the instance, although it has no request',
      withOwn(async ({ traffic, port }) => {
        await using instance = await startTcpInstance((socket) => socket.end('well'))
        await traffic.switchTo(routeTo([instance.address], { tcpPorts: [port] }))
        await exchange(port, Buffer.from('x'))
        const [counted] = (await traffic.statistics()).routes
        assert.deepEqual([counted?.bytesIn, counted?.bytesOut], [1, 4])
      }),
    )

    test(
      'TCP redirection: no connection is refused while the router is replaced by another',
      withOwn(async ({ traffic, port, yard, close }) => {
        await using instance = await startTcpInstance((socket) => socket.end('well'))
        await traffic.switchTo(routeTo([instance.address], { tcpPorts: [port] }))
        await exchange(port, Buffer.from('x'))
        close()
        let isOver = false
        const answers = new Set<string>()
        const visiting = async () => {
          while (!isOver) {
            const answer = await exchange(port, Buffer.from('x')).catch((error) => error.code)
            answers.add(String(answer))
          }
        }
        const visits = visiting()
        using ending = new DisposableStack()
        ending.defer(() => {
          isOver = true
        })
        const next = await yard.open({ answerTimeout: 12_345 })
        ending.defer(() => next.close())
        const count = async () =>
          (await next.traffic.statistics()).routes.some(({ bytesOut }) => bytesOut > 20)
        await until(count, { timeout, what: 'visits of the new router' })
        isOver = true
        await visits
        assert.deepEqual([...answers], ['well'])
      }),
    )

    test(
      'TCP redirection: a killed router opens its ports again',
      withOwn(async ({ traffic, port, yard }) => {
        await using instance = await startTcpInstance((socket) => socket.end('well'))
        await traffic.switchTo(routeTo([instance.address], { tcpPorts: [port] }))
        await yard.kill()
        const answer = async () => {
          const bytes = await exchange(port, Buffer.from('x')).catch(() => undefined)
          return String(bytes ?? '') === 'well'
        }
        await until(answer, { timeout, what: 'the port' })
      }),
    )
  })
}

import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { Route } from '#platform/model/hosting/deployments/traffic.ts'
import { startNamed, startWebApplication } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { RouterYards } from '#tests/support/visitors/router-yard.ts'
import { visit } from '#tests/support/visitors/visitor.ts'

const timeout = 60_000
const visitors = 8

/** Contract tests of every router for spares, and for applications that are being started. */
export function sparesContract(name: string, yards: RouterYards): void {
  describe(`router: ${name}: spares`, () => {
    test('spares: when the only upstream dies under load, no idempotent request fails', async () => {
      const { traffic, ports } = await yards.shared()
      await using next = await startNamed('next')
      await using previous = await startNamed('previous')
      await traffic.switchTo(routeTo([next.address], { spares: sparesAt(previous.address) }))
      const seen: Record<string, number> = {}
      let isOver = false
      const visitor = async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        while (!isOver) {
          const { status, body } = await visit(ports.http, { agent })
          const what = status === 200 ? body : `${status}`
          seen[what] = (seen[what] ?? 0) + 1
        }
        agent.destroy()
      }
      const all = Promise.all(Array.from({ length: visitors }, visitor))
      const sees = (what: string) =>
        until(() => (seen[what] ?? 0) > 100, { timeout, what: `visits of ${what}` })
      await sees('next')
      assert.equal(seen.previous, undefined, 'a spare has no visitors while the upstream accepts')
      await next.die()
      await sees('previous')
      isOver = true
      await all
      assert.deepEqual(Object.keys(seen).toSorted(), ['next', 'previous'])
      const { body } = await visit(ports.http, { method: 'POST', body: 'x' })
      assert.equal(body, 'previous', 'a request that was not sent yet')

      await traffic.switchTo(routeTo([previous.address]))
      assert.equal((await visit(ports.http)).body, 'previous', 'after the switch back')
    })

    test('spares: a request in flight at an upstream that dies is sent to one', async () => {
      const { traffic, ports } = await yards.shared()
      let asked = 0
      await using next = await startWebApplication(() => void asked++)
      await using previous = await startNamed('previous')
      await traffic.switchTo(routeTo([next.address], { spares: sparesAt(previous.address) }))
      const answer = visit(ports.http)
      await until(() => asked > 0, { timeout, what: 'the request' })
      await next.die()
      assert.deepEqual([(await answer).status, (await answer).body], [200, 'previous'])
    })

    test('spares: a sticky session of the previous version reaches the new one, and keeps its instance', async () => {
      const { traffic, ports } = await yards.shared()
      await using one = await startNamed('one')
      await using two = await startNamed('two')
      await using previous = await startNamed('previous')
      const stickySessions = true
      const cookieOf = ({ headers }: Awaited<ReturnType<typeof visit>>) =>
        headers['set-cookie']?.[0]?.split(';')[0]
      await traffic.switchTo(routeTo([previous.address], { stickySessions }))
      const before = cookieOf(await visit(ports.http)) ?? assert.fail('no cookie')
      const upstreams = [one.address, two.address]
      const spares = sparesAt(previous.address)
      await traffic.switchTo(routeTo(upstreams, { stickySessions, spares }))
      const moved = await visit(ports.http, { headers: { cookie: before } })
      assert.match(moved.body, /^(one|two)$/)
      const cookie = cookieOf(moved) ?? assert.fail('no cookie')
      const bodies = new Set<string>()
      for (let n = 0; n < 4; n++)
        bodies.add((await visit(ports.http, { headers: { cookie } })).body)
      await traffic.switchTo(routeTo(upstreams, { stickySessions }))
      for (let n = 0; n < 4; n++)
        bodies.add((await visit(ports.http, { headers: { cookie } })).body)
      assert.deepEqual([...bodies], [moved.body], 'also when the probation is over')
    })

    test('spares: those of the route before have no requests any more, and are drained at once', async () => {
      const { traffic, ports } = await yards.shared()
      await using next = await startNamed('next')
      let visits = 0
      await using previous = await startWebApplication((_, response) => {
        visits++
        response.end('previous')
      })
      await traffic.switchTo(routeTo([next.address], { spares: sparesAt(previous.address) }))
      assert.equal((await visit(ports.http)).body, 'next')
      await traffic.switchTo(routeTo([next.address]))
      await traffic.drain([previous.address], timeout)
      await next.die()
      assert.equal((await visit(ports.http)).status, 502)
      assert.equal(visits, 0)
    })

    test('pages: an application that is being started has its own, which asks again', async () => {
      const { traffic, ports } = await yards.shared()
      await traffic.switchTo(routeTo([], { isStarting: true }))
      const page = await visit(ports.http)
      assert.deepEqual([page.status, page.headers['retry-after']], [503, '3'])
      assert.match(page.body, /application at app\.test is being started/)
      assert.match(page.body, /http-equiv="refresh"/)
      const json = await visit(ports.http, { headers: { accept: 'application/json' } })
      assert.equal(JSON.parse(json.body).error, 'starting')
      await traffic.switchTo(routeTo([]))
      assert.match((await visit(ports.http)).body, /is not running/)
    })

    test('pages: an application that sleeps has the same while what wakes it cannot be reached', async () => {
      const { traffic, ports } = await yards.shared()
      const activator = await startNamed('activator')
      await traffic.switchTo(routeTo([activator.address], { isStarting: true }))
      assert.equal((await visit(ports.http)).body, 'activator')
      await activator.die()
      for (const request of [{}, { method: 'POST', body: 'x' }]) {
        const page = await visit(ports.http, request)
        assert.deepEqual([page.status, page.headers['retry-after']], [503, '3'])
        assert.match(page.body, /application at app\.test is being started/)
      }
      const json = await visit(ports.http, { headers: { accept: 'application/json' } })
      assert.equal(JSON.parse(json.body).error, 'starting')
    })

    test('statistics: a request is counted as under way until it ends', async () => {
      const { traffic, ports } = await yards.shared()
      const end = Promise.withResolvers<void>()
      await using slow = await startWebApplication(async (_, response) => {
        await end.promise
        response.end('slow')
      })
      await traffic.switchTo(routeTo([slow.address]))
      const answer = visit(ports.http)
      const underWay = async () => {
        const { routes } = await traffic.statistics()
        return routes.reduce((sum, { inFlight = 0 }) => sum + inFlight, 0)
      }
      await until(async () => (await underWay()) === 1, { timeout, what: 'a request under way' })
      end.resolve()
      assert.equal((await answer).body, 'slow')
      await until(async () => (await underWay()) === 0, { timeout, what: 'its end' })
    })
  })
}

const sparesAt = (...addresses: Address[]): NonNullable<Route['spares']> =>
  routeTo(addresses).upstreams

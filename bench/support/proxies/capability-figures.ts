import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Figure, quietest } from '#bench/support/figure.ts'
import { goals } from '#bench/support/goals.ts'
import { connectionOf } from '#kit/net/connection-facts.ts'
import { newRequestId } from '#routers/node/proxy/parse-request.ts'
import { UpstreamChoice } from '#routers/node/proxy/upstream/load-balancer.ts'
import { Counters } from '#routers/statistics.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { routerContext } from '#tests/support/visitors/router-context.ts'

const calls = 20_000
const warmUps = 5
const rounds = 40

/** What each capability of the router takes of one request, in this process; that of the access log is measured with routers. */
export async function capabilityFigures(): Promise<Figure[]> {
  await using pair = await openPair()
  const context = routerContext()
  const addresses = [1, 2].map((port) => ({ host: '127.0.0.1', port }))
  context.table.applyState([routeTo(addresses)])
  const route = context.table.find('app.test', '/')
  if (!route || !context.limits.open(pair.accepted)) throw new Error('nothing to measure')
  const connection = connectionOf(pair.accepted)
  const counters = new Counters()
  const waiter = {
    since: 0,
    previousWaiter: undefined,
    nextWaiter: undefined,
    giveUp: () => {},
  }
  const capabilities: Record<string, () => unknown> = {
    'request id': newRequestId,
    statistics() {
      counters.bytesOut += 100
      counters.count(200, 1.5)
    },
    'limits of visitors'() {
      const counted = context.limits.begin(connection, connection.address)
      counted?.hold()
      counted?.end()
    },
    'load balancing, retries': () => new UpstreamChoice(route, { headers: {} }).current,
    'timeout of the response'() {
      context.waiting.add(waiter)
      context.waiting.delete(waiter)
    },
  }
  return Object.entries(capabilities).map(([name, use]) => ({
    name: `router: ${name}, CPU`,
    value: costOf(use),
    unit: 'µs',
    budget: goals.router.capabilityMicroseconds,
  }))
}

/** CPU microseconds of one call. */
function costOf(use: () => unknown): number {
  const costs: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const before = process.cpuUsage()
    for (let call = 0; call < calls; call++) use()
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) costs.push((user + system) / calls)
  }
  return quietest(costs)
}

/** A connection that was accepted. */
async function openPair(): Promise<AsyncDisposable & { accepted: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = (await accepted) as [Socket]
  return {
    accepted: socket,
    async [Symbol.asyncDispose]() {
      client.destroy()
      socket.destroy()
      server.close()
    },
  }
}

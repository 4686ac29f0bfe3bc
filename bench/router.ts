import { sleep } from '#kit/concurrency/timeout.ts'
import { compareCosts, compareCostsOf, type PrepareLoad, quick } from './support/cost.ts'
import type { Bench, Figure } from './support/figure.ts'
import { goals } from './support/goals.ts'
import { sendHttp2Load } from './support/http2-load.ts'
import { memoryOf } from './support/process-usage.ts'
import { startBareProxy } from './support/proxies/bare-proxy.ts'
import { capabilityFigures } from './support/proxies/capability-figures.ts'
import { haproxyFigures } from './support/proxies/haproxy-figures.ts'
import { idleFigures } from './support/proxies/idle-figures.ts'
import { host, startApplication, startProxy } from './support/proxies/proxied-application.ts'
import { startRouter } from './support/proxies/router-target.ts'

const connections = 32

/** CPU time per proxied request, compared with nginx in front of the same application. */
export default {
  name: 'router',
  packages: [{ program: 'nginx', name: 'nginx-light', service: 'nginx' }],
  async run() {
    await using application = await startApplication()
    await using nginx = await startProxy(application)
    await using router = await startRouter(application, { accessLogRate: 0 })
    await using logging = await startRouter(application, { accessLogRate: 1e9 })
    await using crowded = await startRouter(application, { accessLogRate: 0, others: 1000 })
    const idle = memoryOf([router.pid]).proportional
    const plain = await compareCosts([router, nginx], [next, next], connections)
    const used = memoryOf([router.pid]).proportional
    const rested = await restingMemory(router.pid)
    const logged = await compareCosts([logging, nginx], [next, next], connections)
    const http2 = await compareCostsOf(
      [{ ...router, port: router.httpsPort }, nginx.secure],
      [overHttp2(router.ca), overHttp2(nginx.secure.ca)],
    )
    const many = await compareCosts([crowded, router], [next, next], connections)
    const log = await compareCosts([logging, router], [next, next], connections)
    await using bare = await startBareProxy(application)
    const least = await compareCosts([bare, nginx], [next, next], connections)
    return [
      plainFigure(plain),
      figureOf('proxied request with access log, CPU', logged, 'nginx', goals.router.withAccessLog),
      figureOf('proxied request over HTTP/2, CPU', http2, 'nginx', goals.router.http2),
      figureOf('bare proxy with node:http, CPU', least, 'nginx'),
      figureOf('request, 1,000 applications, 10,000 hosts', many, 'one application', 1.15),
      figureOf('access log, CPU of a request', log, 'without', 1.25),
      ...(await capabilityFigures()),
      ...(await idleFigures(application)),
      ...(await haproxyFigures(application, nginx)),
      { name: 'router process, idle memory (PSS)', value: idle, unit: 'MB' },
      { name: 'router process, memory right after load (PSS)', value: used, unit: 'MB' },
      {
        name: 'router process, memory within a minute after load (PSS)',
        value: rested,
        unit: 'MB',
        budget: goals.router.megabytesMinuteAfterLoad,
      },
    ] satisfies Figure[]
  },
  async runQuickly() {
    await using application = await startApplication()
    await using nginx = await startProxy(application)
    await using router = await startRouter(application, { accessLogRate: 0 })
    return [plainFigure(await compareCosts([router, nginx], [next, next], connections, quick))]
  },
} satisfies Bench

const plainFigure = (costs: [number, number]) =>
  figureOf('proxied request, kept-alive, CPU', costs, 'nginx', goals.router.plain)

/** Memory as soon as it is back at the goal, else after a minute without requests. */
async function restingMemory(pid: number): Promise<number> {
  const end = performance.now() + 60_000
  const read = () => memoryOf([pid]).proportional
  while (performance.now() < end && read() > goals.router.megabytesMinuteAfterLoad)
    await sleep(1000)
  return read()
}

function figureOf(
  name: string,
  costs: [number, number],
  reference: string,
  budget?: number,
): Figure {
  const [value, referenceValue] = costs
  return {
    name,
    value,
    unit: 'µs',
    reference,
    referenceValue,
    ratio: value / referenceValue,
    ...(budget !== undefined && { budget }),
  }
}

const next = () =>
  `GET /some/path?with=query HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n`

const overHttp2 =
  (ca: string): PrepareLoad =>
  (port, requests) =>
  () =>
    sendHttp2Load({ port, host, ca, path: '/some/path?with=query', requests })

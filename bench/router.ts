import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { notedProcess } from '#routers/control/end-router.ts'
import { openNodeRouter } from '#routers/node/node-router.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import {
  compareCosts,
  compareCostsOf,
  type PrepareLoad,
  quick,
  type Target,
} from './support/cost.ts'
import type { Bench, Figure } from './support/figure.ts'
import { goals } from './support/goals.ts'
import { sendHttp2Load } from './support/http2-load.ts'
import { memoryOf } from './support/process-usage.ts'
import { haproxyFigures } from './support/proxies/haproxy-figures.ts'
import type { Nginx } from './support/proxies/nginx.ts'
import { host, startApplication, startProxy } from './support/proxies/proxied-application.ts'

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
    return [
      plainFigure(plain),
      figureOf('proxied request with access log, CPU', logged, 'nginx', goals.router.withAccessLog),
      figureOf('proxied request over HTTP/2, CPU', http2, 'nginx', goals.router.http2),
      figureOf('request, 1,000 applications, 10,000 hosts', many, 'one application', 1.15),
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
  budget: number,
): Figure {
  const [value, referenceValue] = costs
  return {
    name,
    value,
    unit: 'µs',
    reference,
    referenceValue,
    ratio: value / referenceValue,
    budget,
  }
}

const next = () =>
  `GET /some/path?with=query HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n`

const overHttp2 =
  (ca: string): PrepareLoad =>
  (port, requests) =>
  () =>
    sendHttp2Load({ port, host, ca, path: '/some/path?with=query', requests })

/** A router with the measured application, and possibly others with ten hosts each. */
async function startRouter(
  application: Nginx,
  { accessLogRate, others = 0 }: { accessLogRate: number; others?: number },
): Promise<Target & AsyncDisposable & { httpsPort: number; ca: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-bench-'))
  const authority = createAuthority('Berth of a benchmark')
  const router = await openNodeRouter({
    folder: join(folder, 'router'),
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    authority: authority.certificate,
    // Thousands of certificates would take minutes, and are not measured.
    identityFor: (name) => (others > 0 ? authority : issueCertificate(authority, [name])),
    accessLogRate,
    standbyDelay: null,
  })
  // As a server does: lines that nobody reads are dropped after some time.
  const reader = await router.followAccessLog(async () => {})
  const address = { host: '127.0.0.1', port: application.port }
  const crowd = Array.from({ length: others }, (_, at) =>
    routeTo([address], {
      applicationId: `app_${at}`,
      hosts: Array.from({ length: 10 }, (_, n) => `host-${n}.app-${at}.localhost`),
    }),
  )
  await router.replaceAll([...crowd, routeTo([address], { hosts: [host] })])
  return {
    pid: notedProcess(join(folder, 'router')) ?? 0,
    port: router.addresses.http,
    httpsPort: router.addresses.https,
    ca: authority.certificate,
    async [Symbol.asyncDispose]() {
      await reader.close()
      await router.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

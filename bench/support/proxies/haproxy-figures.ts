import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareCosts, type Target, workerOf } from '#bench/support/cost.ts'
import type { Figure } from '#bench/support/figure.ts'
import { goals } from '#bench/support/goals.ts'
import { memoryOf } from '#bench/support/process-usage.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { openHaproxyRouter } from '#routers/haproxy/haproxy-router.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { Nginx } from './nginx.ts'
import { host, type NginxProxy } from './proxied-application.ts'

const connections = 32

const next = () =>
  `GET /some/path?with=query HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n`

/** CPU time of HAProxy's worker per proxied request, compared with nginx; that of its agent is not in it. */
export async function haproxyFigures(application: Nginx, nginx: NginxProxy): Promise<Figure[]> {
  await using plain = await startHaproxy(application, 0)
  const [value, referenceValue] = await compareCosts([plain, nginx], [next, next], connections)
  const memory = memoryOf([plain.pid]).proportional
  await using logging = await startHaproxy(application, 1e9)
  const logged = await compareCosts([logging, nginx.logged], [next, next], connections)
  const unit = 'µs'
  const reference = 'nginx'
  const loggedReference = 'nginx with access log'
  return [
    {
      name: 'HAProxy: proxied request, kept-alive, CPU',
      value,
      unit,
      reference,
      referenceValue,
      ratio: value / referenceValue,
      budget: goals.haproxy.plain,
    },
    {
      name: 'HAProxy: proxied request with access log, CPU',
      value: logged[0],
      unit,
      reference: loggedReference,
      referenceValue: logged[1],
      ratio: logged[0] / logged[1],
      budget: 1.6,
    },
    { name: 'HAProxy worker, memory after load (PSS)', value: memory, unit: 'MB' },
  ]
}

async function startHaproxy(
  application: Nginx,
  accessLogRate: number,
): Promise<Target & AsyncDisposable> {
  const top = await mkdtemp(join(tmpdir(), 'berth-bench-'))
  const folder = join(top, 'router')
  const authority = createAuthority('Berth of a benchmark')
  const router = await openHaproxyRouter({
    folder,
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    authority: authority.certificate,
    identityFor: (name) => issueCertificate(authority, [name]),
    accessLogRate,
  })
  const reader = await router.followAccessLog(async () => {})
  const address = { host: '127.0.0.1', port: application.port }
  await router.switchTo(routeTo([address], { hosts: [host] }))
  const { pid: master } = JSON.parse(readFileSync(join(folder, 'haproxy.json'), 'utf8'))
  const port = router.addresses.http
  return {
    pid: await workerOf(master, port, next),
    port,
    async [Symbol.asyncDispose]() {
      await reader.close()
      await router.stop()
      await rm(top, { recursive: true, force: true })
    },
  }
}

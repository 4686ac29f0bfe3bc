import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { isSameProcess, type StoredProcess } from '#kit/process/process-identity.ts'
import { haproxyCapabilities } from '#routers/capabilities.ts'
import { certificatesContract } from '#routers/certificates.contract.ts'
import { endRouter } from '#routers/control/end-router.ts'
import type { RouterProcessOptions } from '#routers/control/router-process.ts'
import { hostileHttp2Contract } from '#routers/hostile-http2.contract.ts'
import { hostileVisitorsContract } from '#routers/hostile-visitors.contract.ts'
import { http2Contract } from '#routers/http2.contract.ts'
import { tcpContract } from '#routers/tcp.contract.ts'
import { trafficContract } from '#routers/traffic.contract.ts'
import { visitorLimitsContract } from '#routers/visitor-limits.contract.ts'
import { root } from '#tests/laws/source-tree.ts'
import { openHaproxyRouter } from './haproxy-router.ts'

const authority = createAuthority('Berth of a test')

async function haproxyYard() {
  const top = await mkdtemp(join(tmpdir(), 'berth-haproxy-'))
  const folder = join(top, 'router')
  const options: RouterProcessOptions = {
    folder,
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    authority: authority.certificate,
    identityFor: (host) => issueCertificate(authority, [host]),
    compileCache: join(root, 'node_modules/.cache/berth'),
  }
  return {
    capabilities: haproxyCapabilities,
    options,
    authority: authority.certificate,
    async open(more: Partial<RouterProcessOptions> = {}) {
      const router = await openHaproxyRouter({ ...options, ...more })
      return { traffic: router, ports: router.addresses, close: () => router.close() }
    },
    /** Kills HAProxy's master, whose workers end with it. */
    async kill() {
      const noted: StoredProcess = JSON.parse(readFileSync(join(folder, 'haproxy.json'), 'utf8'))
      process.kill(noted.pid, 'SIGKILL')
      await until(() => !isSameProcess(noted), { timeout: 5000, what: 'its end' })
    },
    async [Symbol.asyncDispose]() {
      await endRouter(folder)
      await rm(top, { recursive: true, force: true })
    },
  }
}

trafficContract('haproxy', haproxyYard)
hostileVisitorsContract('haproxy', haproxyYard)
certificatesContract('haproxy', haproxyYard)
http2Contract('haproxy', haproxyYard)
hostileHttp2Contract('haproxy', haproxyYard)
tcpContract('haproxy', haproxyYard)
visitorLimitsContract('haproxy', haproxyYard)

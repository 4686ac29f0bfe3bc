import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Target } from '#bench/support/cost.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import { notedProcess } from '#routers/control/end-router.ts'
import { openNodeRouter } from '#routers/node/node-router.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { host } from './proxied-application.ts'

export interface RouterTarget extends Target, AsyncDisposable {
  httpsPort: number
  ca: string
}

export interface RouterTargetOptions {
  /** Lines of the access log per second; 0 for none. */
  accessLogRate: number
  /** Further applications, with ten hosts each. */
  others?: number
  /** An application for WebSockets, at `socketHost`. */
  sockets?: Address
}

export const socketHost = 'sockets.localhost'

/** Starts the built-in router with the measured application, and possibly others. */
export async function startRouter(
  application: { port: number },
  { accessLogRate, others = 0, sockets }: RouterTargetOptions,
): Promise<RouterTarget> {
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
  const socketRoutes = sockets
    ? [routeTo([sockets], { applicationId: 'app_sockets', hosts: [socketHost] })]
    : []
  await router.replaceAll([...crowd, ...socketRoutes, routeTo([address], { hosts: [host] })])
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

import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { isSameProcess, type StoredProcess } from '#kit/process/process-identity.ts'
import { haproxyCapabilities } from '#routers/capabilities.ts'
import { endRouter } from '#routers/control/end-router.ts'
import type { RouterProcessOptions } from '#routers/control/router-process.ts'
import { openHaproxyRouter } from '#routers/haproxy/haproxy-router.ts'
import { root } from '#tests/laws/source-tree.ts'

export const authority = createAuthority('Berth of a test')

/** A folder of a router that HAProxy serves, on loopback with ports that are free. */
export async function haproxyYard() {
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
  const opened: { close(): void }[] = []
  return {
    capabilities: haproxyCapabilities,
    options,
    authority: authority.certificate,
    async open(more: Partial<RouterProcessOptions> = {}) {
      const router = await openHaproxyRouter({ ...options, ...more })
      opened.push(router)
      return { traffic: router, ports: router.addresses, close: () => router.close() }
    },
    /** Kills HAProxy's master, whose workers end with it. */
    async kill() {
      const noted: StoredProcess = JSON.parse(readFileSync(join(folder, 'haproxy.json'), 'utf8'))
      process.kill(noted.pid, 'SIGKILL')
      await until(() => !isSameProcess(noted), { timeout: 300_000, what: 'its end' })
    },
    async [Symbol.asyncDispose]() {
      for (const router of opened) router.close()
      await endRouter(folder)
      await rm(top, { recursive: true, force: true })
    },
  }
}

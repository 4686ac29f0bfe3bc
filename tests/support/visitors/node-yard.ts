import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { nodeCapabilities } from '#routers/capabilities.ts'
import { endRouter, notedProcess } from '#routers/control/end-router.ts'
import type { RouterProcessOptions } from '#routers/control/router-process.ts'
import { openNodeRouter } from '#routers/node/node-router.ts'
import { root } from '#tests/laws/source-tree.ts'

export const authority = createAuthority('Berth of a test')

/** A folder of a router in Node, on loopback with ports that are free. */
export async function nodeYard() {
  const top = await mkdtemp(join(tmpdir(), 'berth-router-'))
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
    capabilities: nodeCapabilities,
    options,
    authority: authority.certificate,
    async open(more: Partial<RouterProcessOptions> = {}) {
      const router = await openNodeRouter({ ...options, ...more })
      opened.push(router)
      return { traffic: router, ports: router.addresses, close: () => router.close() }
    },
    async kill() {
      const pid = notedProcess(folder)
      if (pid === undefined) throw new Error('there is no router')
      process.kill(pid, 'SIGKILL')
      await until(() => notedProcess(folder) !== pid, { timeout: 300_000, what: 'its end' })
    },
    async [Symbol.asyncDispose]() {
      for (const router of opened) router.close()
      await endRouter(folder)
      await rm(top, { recursive: true, force: true })
    },
  }
}

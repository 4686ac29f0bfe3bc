import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#kit/deadline.ts'
import { createAuthority, issueCertificate } from '#kit/x509.ts'
import { trafficContract } from '#routers/traffic.contract.ts'
import { endNodeRouter } from './end-router.ts'
import { type NodeRouterOptions, openNodeRouter } from './node-router.ts'
import { notedProcess } from './process-file.ts'

const authority = createAuthority('Berth of a test')

async function nodeYard() {
  const top = await mkdtemp(join(tmpdir(), 'berth-router-'))
  const folder = join(top, 'router')
  const options: NodeRouterOptions = {
    folder,
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    authority: authority.certificate,
    identityFor: (host) => issueCertificate(authority, [host]),
    compileCache: join(tmpdir(), 'berth-test-compiled'),
  }
  return {
    options,
    authority: authority.certificate,
    async open(more: Partial<NodeRouterOptions> = {}) {
      const router = await openNodeRouter({ ...options, ...more })
      return { traffic: router, ports: router.addresses, close: () => router.close() }
    },
    async kill() {
      const pid = notedProcess(folder)
      if (pid === undefined) throw new Error('there is no router')
      process.kill(pid, 'SIGKILL')
      await until(() => notedProcess(folder) !== pid, { deadline: 5000, what: 'its end' })
    },
    async [Symbol.asyncDispose]() {
      await endNodeRouter(folder)
      await rm(top, { recursive: true, force: true })
    },
  }
}

trafficContract('node', nodeYard)

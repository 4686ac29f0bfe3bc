import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followProgress, openDocker } from '#engines/swarm/docker-client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import type { SwarmLab } from './swarm-lab.ts'

/** A registry with TLS that everybody may read, as those on the Internet are. */
export interface PublicRegistry extends AsyncDisposable {
  /** `10.198.7.254:5443` */
  host: string
  /** File with the certificate that its clients trust. */
  certificate: string
  /** Copies an image of the first node there; returns its new name. */
  publish(image: string, name: string): Promise<string>
}

const port = 5443

export async function openPublicRegistry({ address, nodes }: SwarmLab): Promise<PublicRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-public-'))
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await runOrThrow([
    ...(['openssl', 'req', '-x509', '-nodes', '-newkey', 'ec', '-days', '2'] as const),
    ...['-pkeyopt', 'ec_paramgen_curve:P-256', '-subj', '/CN=public'],
    ...['-addext', `subjectAltName=IP:${address}`, '-out', certificate, '-keyout', key],
  ])
  const settings = join(folder, 'settings.json')
  await writeFile(
    settings,
    JSON.stringify({
      version: 0.1,
      log: { level: 'error' },
      storage: { filesystem: { rootdirectory: join(folder, 'images') } },
      http: { addr: `${address}:${port}`, tls: { certificate, key } },
    }),
  )
  const child = spawn('docker-registry', ['serve', settings], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const docker = await openDocker({ host: nodes[0]?.host ?? '' })
  const host = `${address}:${port}`
  const isUp = async () =>
    (await run(['curl', '--silent', '--fail', '--cacert', certificate, `https://${host}/v2/`]))
      .code === 0
  await until(isUp, { timeout: 300_000, every: 100, what: 'the public registry' })
  return {
    host,
    certificate,
    async publish(image, name) {
      const repo = `${host}/${name}`
      await docker.getImage(image).tag({ repo, tag: 'latest' })
      const login = { authconfig: {} } as object
      const pushed = await docker.getImage(`${repo}:latest`).push(login)
      await followProgress(docker, pushed)
      return `${repo}:latest`
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

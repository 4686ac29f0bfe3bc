import '#tests/support/home/own-home.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { freePort } from '#kit/net/free-port.ts'
import { providePebble } from './build-pebble.ts'
import { startDnsServer } from './dns-server.ts'

/** A real ACME server on loopback that issues certificates of an authority of its own. */
export interface Pebble extends AsyncDisposable {
  directory: string
  /** PEM certificate of the authority that its own listener's certificate is from. */
  authority: string
}

/** Starts pebble, which verifies names at these ports of 127.0.0.1, whatever they are. */
export async function startPebble(ports: { http: number; https: number }): Promise<Pebble> {
  const program = await providePebble()
  const dns = await startDnsServer()
  const folder = await mkdtemp(join(tmpdir(), 'berth-pebble-'))
  const authority = createAuthority('Authority of the ACME server')
  const identity = issueCertificate(authority, ['localhost'])
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  await writeFile(files.certificate, identity.certificate)
  await writeFile(files.key, identity.key)
  const [port, managementPort] = [await freePort(), await freePort()]
  const config = join(folder, 'pebble.json')
  await writeFile(
    config,
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: `127.0.0.1:${managementPort}`,
        certificate: files.certificate,
        privateKey: files.key,
        httpPort: ports.http,
        tlsPort: ports.https,
      },
    }),
  )
  const child = spawn(program, ['-config', config, '-dnsserver', dns.address], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
    stdio: 'ignore',
  })
  const directory = `https://localhost:${port}/dir`
  const pebble: Pebble = {
    directory,
    authority: authority.certificate,
    async [Symbol.asyncDispose]() {
      await end(child)
      await dns[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    const isUp = () => answers(directory, pebble.authority)
    await until(isUp, { timeout: 300_000, what: 'the start of pebble' })
    return pebble
  } catch (error) {
    await pebble[Symbol.asyncDispose]()
    throw error
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const answers = (url: string, ca: string) =>
  new Promise<boolean>((resolve) => {
    const headers = { 'user-agent': 'Berth' }
    const asking = get(url, { ca, headers, agent: false, timeout: 60_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asking.on('error', () => resolve(false))
  })

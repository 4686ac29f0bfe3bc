import { readFile } from 'node:fs/promises'
import { sleep } from '#kit/concurrency/timeout.ts'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { ProtocolMux } from '#kit/net/protocol-mux.ts'
import { ListenError } from '#routers/control/listen-error.ts'
import type { Ports, RouterSettings } from '#routers/control/router-commands.ts'

const file = 'ports.json'
const retryEvery = 5
/** Longer than another router needs to exit, or to be started by a server that then died. */
const portTimeout = 5000
const usualTimeout = 300

type Listeners = Record<keyof Ports, ProtocolMux>

/** How to open the listeners, and which router to wait for. */
export interface ListenOptions {
  settings: RouterSettings
  /** Ports that another router is about to release. */
  expected: number[]
  /** Called when one of those is still in use. */
  onExpected(): void
  open(ports: Ports): Promise<Listeners>
}

/**
 * Opens the listeners on the configured ports. An automatically chosen port is reused, so that the addresses of
 * applications stay; another is chosen only when a different process has taken it.
 */
export async function openOnPorts(options: ListenOptions): Promise<Listeners> {
  const { settings, expected, open } = options
  const saved: Partial<Ports> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const parsed: Ports = { http: settings.httpPort, https: settings.httpsPort }
  const ports: Ports = {
    http: parsed.http || saved.http || 0,
    https: parsed.https || saved.https || 0,
  }
  const begin = performance.now()
  for (;;) {
    try {
      const listeners = await open(ports)
      await save({ http: listeners.http.port, https: listeners.https.port }, saved)
      return listeners
    } catch (error) {
      if (!(error instanceof ListenError) || error.code !== 'EADDRINUSE') throw error
      const isExpected = expected.includes(ports[error.port])
      const timeout = isExpected ? portTimeout : usualTimeout
      if (isExpected) options.onExpected()
      if (performance.now() - begin < timeout) await sleep(retryEvery)
      else if (parsed[error.port] === 0 && ports[error.port] !== 0) ports[error.port] = 0
      else throw error
    }
  }
}

async function save(ports: Ports, saved: Partial<Ports>) {
  if (ports.http === saved.http && ports.https === saved.https) return
  await writeDurably(file, JSON.stringify(ports))
}

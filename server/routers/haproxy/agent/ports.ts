import { readFile } from 'node:fs/promises'
import { sleep } from '#kit/concurrency/timeout.ts'
import { writeDurably } from '#kit/files/durable-file.ts'
import { freePort } from '#kit/net/free-port.ts'
import { ListenError } from '#routers/control/listen-error.ts'
import { requireFree } from '#routers/control/require-free.ts'
import type { Ports, RouterSettings } from '#routers/control/router-commands.ts'

const file = 'ports.json'
const retryEvery = 20
const retryFor = 300

/**
 * The ports of the listeners. An automatically chosen port is reused, so that the addresses of applications stay;
 * another is chosen only when a different process has taken it. Those of a router that still runs are shared with it.
 */
export async function choosePorts(
  { host, httpPort, httpsPort }: RouterSettings,
  shared: readonly number[],
): Promise<Ports> {
  const saved: Partial<Ports> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const http = await choose('http', httpPort, saved.http)
  const https = await choose('https', httpsPort, saved.https, http)
  if (http !== saved.http || https !== saved.https) {
    await writeDurably(file, JSON.stringify({ http, https }))
  }
  return { http, https }

  async function choose(name: keyof Ports, wanted: number, before = 0, other = 0) {
    const port = wanted || before
    const end = performance.now() + retryFor
    while (port !== 0) {
      try {
        if (!shared.includes(port)) await requireFree(host, port)
        return port
      } catch (error) {
        const listenError = new ListenError(name, error as NodeJS.ErrnoException)
        if (performance.now() < end && listenError.code === 'EADDRINUSE') await sleep(retryEvery)
        else if (wanted !== 0) throw listenError
        else break
      }
    }
    for (;;) {
      const free = await freePort(undefined, [host])
      if (free !== other) return free
    }
  }
}

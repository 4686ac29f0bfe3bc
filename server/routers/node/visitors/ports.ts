import { readFile } from 'node:fs/promises'
import { sleep } from '#kit/deadline.ts'
import { writeDurably } from '#kit/durable-file.ts'
import type { OnePort } from '#kit/one-port.ts'
import type { Launch, Ports } from '#routers/node/orders.ts'
import { DoorProblem } from './doors.ts'

const file = 'ports.json'
const retryEvery = 10

type Doors = Record<keyof Ports, OnePort>

/**
 * Opens the doors on the ports of the settings. A free port that was taken once is taken again, so that the
 * addresses of applications stay; only when somebody else has it meanwhile is it replaced by another.
 */
export async function openOnPorts(
  { settings, patience }: Launch,
  open: (ports: Ports) => Promise<Doors>,
): Promise<Doors> {
  const saved: Partial<Ports> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const asked: Ports = { http: settings.httpPort, https: settings.httpsPort }
  const ports: Ports = {
    http: asked.http || saved.http || 0,
    https: asked.https || saved.https || 0,
  }
  const end = Date.now() + patience
  for (;;) {
    try {
      const doors = await open(ports)
      const taken = { http: doors.http.port, https: doors.https.port }
      if (taken.http !== saved.http || taken.https !== saved.https) {
        await writeDurably(file, JSON.stringify(taken))
      }
      return doors
    } catch (error) {
      if (!(error instanceof DoorProblem) || error.code !== 'EADDRINUSE') throw error
      if (Date.now() < end) await sleep(retryEvery)
      else if (asked[error.port] === 0 && ports[error.port] !== 0) ports[error.port] = 0
      else throw error
    }
  }
}

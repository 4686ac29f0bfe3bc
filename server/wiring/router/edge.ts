import { join } from 'node:path'
import { lockFolder } from '#kit/concurrency/folder-lock.ts'
import { openEdge } from '#routers/edges/run-edge.ts'
import { type Settings, SettingsError } from '#settings/settings.ts'
import { makeDataFolder } from '#wiring/disk/data-folder.ts'
import type { Extent } from '#wiring/lifetime.ts'
import { provideSystemPackages } from '#wiring/packages/system-packages.ts'
import { chooseRouter, routerOptions } from './open-router.ts'

/** Runs this machine's router as an edge until a signal, which decides whether the router stops too. */
export async function runEdge(
  settings: Settings,
  signal: Promise<Extent>,
  { say, log }: Record<'say' | 'log', (line: string) => void>,
): Promise<void> {
  const { edgeKey: key, edgePort: port, edgeHealthPort: healthPort, bind: host } = settings
  if (key === '') {
    throw new SettingsError(['BERTH_EDGE_KEY is missing: an edge shares a key with its server'])
  }
  await makeDataFolder(settings.data)
  const held = await lockFolder(settings.data)
  await provideSystemPackages(settings, say)
  const program = await chooseRouter(settings, log)
  const router = routerOptions(settings, join(settings.data, 'router'), log)
  const edge = await openEdge(program, { router, host, port, healthPort, key })
  const { http, https } = edge.addresses
  say(`Edge: visitors at ${http} (HTTP) and ${https} (HTTPS), the server at ${edge.port},`)
  say(`health at http://${host}:${edge.healthPort}/.`)
  if ((await signal) === 'everything') await edge.stop()
  else edge.close()
  await held.release()
}

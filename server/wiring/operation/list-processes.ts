import { readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSameProcess, type StoredProcess } from '#kit/process/process-identity.ts'
import { processUsage } from '#kit/process/process-usage.ts'
import type { PlatformProcess, ProcessKind } from '#platform/model/operation.ts'
import { notedProcess } from '#routers/control/end-router.ts'

/** A built-in provider. */
export interface ProviderStatus {
  id: string
  /** Absent while it does not run. */
  pid: number | undefined
  /** Whether it has add-ons, so that it should run. */
  isNeeded: boolean
}

export interface ProcessSources {
  /** The router's folder. */
  router: string
  /** Parent of the providers' folders. */
  providers: string
  /** Built-in providers. */
  builtInProviders(): Promise<ProviderStatus[]>
}

/** All processes of the platform, with those that should run and do not. Instances of applications are not among them. */
export async function listProcesses(sources: ProcessSources): Promise<PlatformProcess[]> {
  const { router, providers, builtInProviders } = sources
  const routerPid = notedProcess(router)
  return [
    describe('server', 'server', process.pid),
    describe('router', 'router', routerPid),
    // It is started some seconds after its router.
    describe('standby', 'standby', notedProcess(router, 'standby'), 'idle'),
    ...(await builtInProviders()).map(({ id, pid, isNeeded }) =>
      describe('provider', id, pid, isNeeded ? 'down' : 'idle'),
    ),
    ...(await databaseServers(providers)),
  ]
}

function describe(
  kind: ProcessKind,
  name: string,
  pid: number | undefined,
  otherwise: 'idle' | 'down' = 'down',
): PlatformProcess {
  const usage = pid === undefined ? undefined : processUsage(pid)
  return {
    kind,
    name,
    state: usage ? 'running' : otherwise,
    startedAt: usage?.startedAt ?? null,
    memoryBytes: usage?.memoryBytes ?? null,
  }
}

interface StoredServer extends StoredProcess {
  /** Its control groups, as folders. */
  groups?: string[]
}

/** Each server of add-ons has a file with its PID in a folder of its own, until it is stopped. */
async function databaseServers(providers: string): Promise<PlatformProcess[]> {
  const found: PlatformProcess[] = []
  for await (const path of glob(['*/*/process.json', '*/*/*/process.json'], { cwd: providers })) {
    const stored = await readServer(join(providers, path))
    if (!stored) continue
    const name = dirname(path)
    const pid = isSameProcess(stored) ? stored.pid : undefined
    const own = describe('database', name, pid)
    const memoryBytes = own.state === 'running' ? (groupBytes(stored) ?? own.memoryBytes) : null
    found.push({ ...own, memoryBytes })
  }
  return found.sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

async function readServer(path: string): Promise<StoredServer | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    // It was stopped meanwhile.
    return undefined
  }
}

/** Memory of a server with all its processes, as its control group counts it. */
function groupBytes({ groups = [] }: StoredServer): number | undefined {
  for (const folder of groups) {
    for (const file of ['memory.current', 'memory.usage_in_bytes']) {
      try {
        return Number(readFileSync(join(folder, file), 'utf8'))
      } catch {
        // The other version of control groups, or another controller.
      }
    }
  }
  return undefined
}

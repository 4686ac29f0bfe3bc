import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import type { Vault } from '#kit/crypto/vault.ts'
import { findServer, stopServer } from '#providers/kit/process/server-process.ts'
import { createExitWatch } from '#providers/kit/servers/exit-watch.ts'
import { removeServerFolder } from '#providers/kit/servers/remove-folder.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import { dedicatedLimits, sharedLimits } from '#providers/kit/servers/server-limits.ts'
import type { WorkTimeouts } from '#providers/kit/servers/work-timeouts.ts'
import { closeToPublic } from '#providers/postgresql/database.ts'
import { endLongWork } from '#providers/postgresql/end-long-work.ts'
import { openStatements } from '#providers/postgresql/insights/statements.ts'
import { type Plan, settingsFor, sharedSettings } from '#providers/postgresql/plans.ts'
import { maxProcessBytes } from './flood-settings.ts'
import { createLocales } from './locales.ts'
import { openServer, type Server, type ServerOptions } from './server.ts'

/** Servers of databases: a shared one for small databases, and dedicated ones. */
export interface Servers {
  /** Server for a resource with this plan; created or started if needed. */
  of(id: string, plan: Plan): Promise<Server>
  /** The shared server, if it exists. */
  sharedIfThere(): Promise<Server | undefined>
  /** Whether a resource has, or had, a dedicated server. */
  hasOwn(id: string): Promise<boolean>
  /** Stops the dedicated server of a resource, so that it is started with other settings. */
  stopOwn(id: string): Promise<void>
  /** Deletes the dedicated server of a resource with its data. */
  removeOwn(id: string): Promise<void>
  /** Disconnects customers whose work exceeds its limit. */
  endLongWork(timeouts: { shared: WorkTimeouts; dedicated: WorkTimeouts }): Promise<void>
  /** Log file of the server for a resource with this plan. */
  logOf(id: string, plan: Plan): string
  /** Stops watching servers; they keep running. */
  close(): Promise<void>
  stopAll(): Promise<void>
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

export function createServers(folder: string, vault: Vault, access: ServerAccess): Servers {
  const opened = new Map<string, Promise<Server>>()
  const restarts = new Map<string, () => Promise<Server>>()
  const stopping = new Set<string>()
  const exits = createExitWatch({ restart: restartOpened })
  let isClosed = false
  const sharedFolder = join(folder, 'shared')
  const locales = createLocales(join(folder, 'locales'))
  const own = (id: string) => join(folder, 'dedicated', id)

  /** Restarts a server that has died. */
  async function open(at: string, begin: () => Promise<Server>): Promise<Server> {
    const known = opened.get(at)
    if (known && (await known.then(() => findServer(at))) !== undefined) return known
    if (isClosed) throw new Error('the servers are being ended')
    if (opened.get(at) === known) {
      const opening = begin()
      opened.set(at, opening)
      restarts.set(at, begin)
      opening.then(
        () => exits.add(at),
        () => opened.get(at) === opening && opened.delete(at),
      )
    }
    return open(at, begin)
  }

  /** Starts a server that has exited by itself, not one that is or was stopped. */
  async function restartOpened(at: string): Promise<void> {
    const begin = restarts.get(at)
    if (opened.has(at) && begin && !stopping.has(at) && !isClosed) await open(at, begin)
  }

  async function start(at: string, options: ServerOptions): Promise<Server> {
    await mkdir(join(at, '..'), { recursive: true, mode: 0o711 })
    const server = await openServer(at, options, vault)
    await closeToPublic(server)
    await openStatements(server)
    return server
  }

  const shared = () =>
    open(sharedFolder, () =>
      start(sharedFolder, {
        settings: sharedSettings(access),
        access,
        locales,
        limits: sharedLimits(),
        maxDataBytes: maxProcessBytes,
      }),
    )

  const dedicated = (id: string, plan: Plan) =>
    open(own(id), () =>
      start(own(id), {
        settings: settingsFor(plan, access),
        access,
        locales,
        limits: dedicatedLimits(plan),
      }),
    )

  async function stopOwn(id: string): Promise<void> {
    const at = own(id)
    if (!(await isThere(at))) return
    await opened.get(at)?.catch(() => {})
    stopping.add(at)
    try {
      await stopServer(at, 'SIGINT')
      opened.delete(at)
      restarts.delete(at)
    } finally {
      stopping.delete(at)
    }
  }

  return {
    of: (id, plan) => (plan.isDedicated ? dedicated(id, plan) : shared()),
    sharedIfThere: async () => ((await isThere(join(sharedFolder, 'made'))) ? shared() : undefined),
    hasOwn: (id) => isThere(own(id)),
    stopOwn,
    async removeOwn(id) {
      await stopOwn(id)
      await removeServerFolder(own(id))
    },
    async endLongWork(timeouts) {
      const ending = [...opened].map(async ([at, opening]) => {
        const server = (await findServer(at)) && (await opening.catch(() => undefined))
        const limit = at === sharedFolder ? timeouts.shared : timeouts.dedicated
        if (server) await endLongWork(server, limit)
      })
      await allSettled(ending)
    },
    logOf: (id, plan) => join(plan.isDedicated ? own(id) : sharedFolder, 'server.log'),
    close: exits.close,
    async stopAll() {
      isClosed = true
      await exits.close()
      const ids = await readdir(join(folder, 'dedicated')).catch(() => [])
      await Promise.all([
        ...ids.map(stopOwn),
        ...((await isThere(sharedFolder)) ? [stopServer(sharedFolder, 'SIGINT')] : []),
      ])
      opened.clear()
    },
  }
}

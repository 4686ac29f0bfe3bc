import { join } from 'node:path'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import type { Vault } from '#kit/crypto/vault.ts'
import { openFleet } from '#providers/kit/servers/fleet.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import { dedicatedLimits, sharedLimits } from '#providers/kit/servers/server-limits.ts'
import type { WorkTimeouts } from '#providers/kit/servers/work-timeouts.ts'
import { namesOf } from '#providers/mariadb/database.ts'
import { createLockWatch } from '#providers/mariadb/end-long-locks.ts'
import { endLongWork } from '#providers/mariadb/end-long-work.ts'
import { type Plan, settingsFor, sharedSettings } from '#providers/mariadb/plans.ts'
import { type Server, startMariadb } from './server.ts'

/** Servers of databases: a shared one for small databases, and dedicated ones. */
export interface Servers {
  /** Server for a resource with this plan; created, started or changed if needed. */
  of(id: string, plan: Plan): Promise<Server>
  /** The shared server, if it exists. */
  sharedIfThere(): Promise<Server | undefined>
  /** Deletes the dedicated server of a resource with its data. */
  removeOwn(id: string): Promise<void>
  /** Disconnects customers whose work exceeds its limit. */
  endLongWork(timeouts: { shared: WorkTimeouts; dedicated: WorkTimeouts }): Promise<void>
  /** Disconnects customers of the shared server who hold a user-level lock for long; returns their users. */
  endLongLocks(): Promise<string[]>
  /** Log file of the server for a resource with this plan. */
  logOf(id: string, plan: Plan): string
  /** Stops watching servers; they keep running. */
  close(): Promise<void>
  stopAll(): Promise<void>
}

export function createServers(folder: string, vault: Vault, access: ServerAccess): Servers {
  const fleet = openFleet({ folder: join(folder, 'servers'), vault, access, start: startMariadb })
  const shared = 'shared'
  const locks = createLockWatch()
  const own = (id: string) => namesOf(id).name

  return {
    of: (id, plan) =>
      plan.isDedicated
        ? fleet.open(own(id), settingsFor(plan, access), dedicatedLimits(plan))
        : fleet.open(shared, sharedSettings(access), sharedLimits()),
    sharedIfThere: () => fleet.find(shared),
    removeOwn: (id) => fleet.remove(own(id)),
    async endLongWork(timeouts) {
      const ending = fleet
        .opened()
        .map(([name, server]) =>
          endLongWork(server, name === shared ? timeouts.shared : timeouts.dedicated),
        )
      await allSettled(ending)
    },
    async endLongLocks() {
      const server = new Map(fleet.opened()).get(shared)
      return server ? locks.end(server) : []
    },
    logOf: (id, plan) => join(fleet.folderOf(plan.isDedicated ? own(id) : shared), 'server.log'),
    close: fleet.close,
    stopAll: fleet.stopAll,
  }
}

import { join } from 'node:path'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { Vault } from '#kit/crypto/vault.ts'
import { explainTooLarge, maxWritten } from '#providers/kit/backups/max-written.ts'
import { openFleet } from '#providers/kit/servers/fleet.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import type { Plan } from './plans.ts'
import { seed } from './seed.ts'
import { type Server, startRedis } from './server.ts'
import { limitsFor, settingsFor } from './settings.ts'
import { usedMemory } from './usage.ts'

/** Servers of customers, by name. */
export interface Servers {
  /** The server with the settings of the plan, created or changed if needed; without a password it accepts no login. */
  open(name: string, plan: Plan, password: string | undefined): Promise<Server>
  /** Makes a server start from a back-up the next time it is opened. */
  seed(name: string, backup: string): Promise<void>
  /** Dumps all data of a server with this plan to a new file. */
  save(name: string, plan: Plan, path: string): Promise<void>
  /** Verifies a back-up by starting a server from it; one at a time. */
  tryOut(plan: Plan, backup: string): Promise<void>
  /** Memory that a server uses, in bytes. */
  memoryOf(name: string): Promise<number>
  /** The server of this name, which has been opened before. */
  existing(name: string): Promise<Server>
  /** Kills work that blocks servers. */
  endLongWork(): Promise<void>
  /** Folder of a server's data. */
  diskOf(name: string): string
  /** Log file of a server. */
  logOf(name: string): string
  remove(name: string): Promise<void>
  /** Stops watching servers; they keep running. */
  close(): Promise<void>
  stopAll(): Promise<void>
}

export async function openServers(
  folder: string,
  vault: Vault,
  access: ServerAccess,
): Promise<Servers> {
  const fleet = openFleet({ folder: join(folder, 'servers'), vault, access, start: startRedis })
  const scratch = openFleet({ folder: join(folder, 'scratch'), vault, access, start: startRedis })
  const trial = 'trial'
  const withLock = createKeyedMutex()
  // Possible leftovers of a crashed process.
  await scratch.remove(trial)

  async function existing(name: string): Promise<Server> {
    const server = await fleet.find(name)
    if (!server) throw new Error(`there is no server ${name}`)
    return server
  }
  return {
    open: (name, plan, password) =>
      fleet.open(name, settingsFor(plan, password, access), limitsFor(plan)),
    async seed(name, backup) {
      await fleet.remove(name)
      await seed(fleet.folderOf(name), backup)
    },
    save: async (name, { memory }, path) =>
      (await existing(name)).save(path, maxWritten(memory)).catch(explainTooLarge),
    tryOut: (plan, backup) =>
      withLock(trial, async () => {
        try {
          await seed(scratch.folderOf(trial), backup)
          await scratch.open(trial, settingsFor(plan, undefined, access), limitsFor(plan))
        } finally {
          await scratch.remove(trial)
        }
      }),
    existing,
    memoryOf: async (name) => usedMemory(await existing(name)),
    async endLongWork() {
      const ending = fleet.opened().map(async ([name, server]) => {
        if ((await endLongWork(server)) === 'restart') await fleet.restart(name)
      })
      await allSettled(ending)
    },
    diskOf: (name) => join(fleet.folderOf(name), 'own'),
    logOf: (name) => join(fleet.folderOf(name), 'server.log'),
    remove: fleet.remove,
    close: async () => void (await Promise.all([fleet.close(), scratch.close()])),
    stopAll: async () => void (await Promise.all([fleet.stopAll(), scratch.stopAll()])),
  }
}

/**
 * Kills a script or function that blocks its server, which answers BUSY meanwhile. One that has written cannot be
 * killed alone, nor can a single slow command; then the server has to be restarted, which affects one customer only.
 * Returns which of these applies.
 */
async function endLongWork(server: Server): Promise<'fine' | 'ended' | 'restart'> {
  const answer = await server.ping()
  if (answer === 'silent') return 'restart'
  if (answer !== 'busy') return 'fine'
  for (const kind of ['SCRIPT', 'FUNCTION']) {
    const said = await server.ask(kind, 'KILL').catch(({ message }: Error) => message)
    if (/^OK/.test(said)) return 'ended'
    if (/UNKILLABLE/.test(said)) return 'restart'
  }
  return 'fine'
}

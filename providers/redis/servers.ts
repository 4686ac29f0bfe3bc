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

/** The servers of customers, by name. */
export interface Servers {
  /** The server, made or changed to be as the plan says; without a password it lets nobody in. */
  open(name: string, plan: Plan, password: string | undefined): Promise<Server>
  /** Lets a server begin anew with a back-up, the next time it is opened. */
  seed(name: string, backup: string): Promise<void>
  /** Writes all that a server with this plan holds into a new file. */
  save(name: string, plan: Plan, path: string): Promise<void>
  /** Whether a server can begin with a back-up, found out by doing so; one at a time. */
  tryOut(plan: Plan, backup: string): Promise<void>
  /** How much of its memory a server uses, in bytes. */
  memoryOf(name: string): Promise<number>
  /** Ends what holds servers up. */
  endLongWork(): Promise<void>
  /** The folder of what a server has on disk. */
  diskOf(name: string): string
  /** The file of what a server reports. */
  logOf(name: string): string
  remove(name: string): Promise<void>
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
  const turns = createKeyedMutex()
  // What a process of ours may have left that ended in between.
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
      turns(trial, async () => {
        try {
          await seed(scratch.folderOf(trial), backup)
          await scratch.open(trial, settingsFor(plan, undefined, access), limitsFor(plan))
        } finally {
          await scratch.remove(trial)
        }
      }),
    async memoryOf(name) {
      const told = await (await existing(name)).ask('INFO', 'memory')
      return Number(/^used_memory:(\d+)/m.exec(told)?.[1])
    },
    async endLongWork() {
      const ending = fleet.opened().map(async ([name, server]) => {
        if ((await endLongWork(server)) === 'restart') await fleet.restart(name)
      })
      await allSettled(ending)
    },
    diskOf: (name) => join(fleet.folderOf(name), 'own'),
    logOf: (name) => join(fleet.folderOf(name), 'server.log'),
    remove: fleet.remove,
    stopAll: async () => void (await Promise.all([fleet.stopAll(), scratch.stopAll()])),
  }
}

/**
 * Ends a script or function that holds up its server: others are answered with BUSY meanwhile. One that has written
 * cannot be ended alone, nor can a single command that takes too long; then the server is to be restarted, which is one
 * customer's alone. Whether it is.
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

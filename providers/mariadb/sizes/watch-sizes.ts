import { join } from 'node:path'
import type { AddonLogs } from '#providers/kit/addon-logs.ts'
import type { GrowthWatch } from '#providers/kit/disk/growth-watch.ts'
import type { RunningProvider } from '#providers/kit/http/provider-server.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { namesOf } from '#providers/mariadb/database.ts'
import type { Plan } from '#providers/mariadb/plans.ts'
import { temporaryFolder } from '#providers/mariadb/server/file-settings.ts'
import type { Server } from '#providers/mariadb/server/server.ts'
import type { Servers } from '#providers/mariadb/server/servers.ts'
import { databaseFolder, holdToSize, shrinkTables, sizeOf } from './size.ts'
import { endLargestWriter, temporaryBytes } from './temporary-files.ts'
import { chooseUndoHolder, readUndo, undoFileBytes } from './undo.ts'

export interface SizeContext {
  ledger: Pick<Ledger, 'byId' | 'all'>
  servers: Servers
  logs: AddonLogs
  watch: GrowthWatch
  service: Pick<RunningProvider, 'withLock'>
  planOf(resource: Pick<Resource, 'plan'>): Plan
}

const megabyte = 1024 * 1024
/** Limit of all temporary files of the shared server together. */
const maxSharedTemporary = 1024 * megabyte
/** Limit of all undo logs of the shared server together: twice what one statement on a full database takes. */
export const maxSharedUndo = 512 * megabyte
/** Milliseconds between attempts to rebuild the tables of a held database. */
const shrinkEvery = 15_000

/** Enforces the size limits of databases while they are written to, of temporary files and of undo logs. */
export interface SizeWatch {
  /** Watches a database from now on: a new one could be full before the next look. An empty one is within its limit. */
  begin(resource: Pick<Resource, 'id' | 'plan'>, database: { isEmpty: boolean }): Promise<void>
  /** Checks a database, under its lock. */
  look(resource: Resource): Promise<void>
}

export function createSizeWatch(context: SizeContext): SizeWatch {
  const { ledger, servers, logs, watch, service, planOf } = context
  /** When the tables of a held database were last rebuilt; `undefined` for one within its limit. */
  const held = new Map<string, number | undefined>()
  /** Bytes of undo logs at the last look beyond the limit. */
  const lastUndo = new WeakMap<Server, number>()

  async function check(resource: Resource, bytes: number): Promise<void> {
    const { id } = resource
    const plan = planOf(resource)
    // Skips the query to the server for databases within their limits, which is the usual case.
    if (bytes <= plan.disk && held.has(id) && held.get(id) === undefined) return
    const server = await servers.of(id, plan)
    const { isHeld, sentence } = await holdToSize(server, id, plan.disk, bytes)
    if (sentence !== undefined) await logs.say(resource, sentence)
    if (isHeld) await shrink(server, id, plan.disk)
    else held.set(id, undefined)
  }

  async function checkWithLock(id: string, bytes: number): Promise<void> {
    const resource = await ledger.byId(id)
    if (!resource || resource.state === 'deleted') return watch.remove(id)
    if (bytes <= planOf(resource).disk && held.get(id) === undefined) return
    await service.withLock(resource, async (latest) => {
      if (latest.state === 'ready') await check(latest, bytes)
    })
  }

  async function shrink(server: Server, id: string, maxBytes: number): Promise<void> {
    const last = held.get(id)
    const now = performance.now()
    if (last !== undefined && now - last < shrinkEvery) return
    held.set(id, now)
    await shrinkTables(server, id, maxBytes)
  }

  async function checkTemporary(server: Server, maxBytes: number, bytes: number): Promise<void> {
    const pid = bytes > maxBytes ? await server.pid() : undefined
    if (pid === undefined) return
    const ended = await endLargestWriter(server, pid)
    await sayTo(
      ended?.user,
      `A statement was ended: the temporary files of the server had ${bytes} bytes of ${maxBytes}.`,
    )
  }

  async function checkUndo(server: Server, maxBytes: number, fileBytes: number): Promise<void> {
    if (fileBytes <= maxBytes) return
    const undo = await readUndo(server)
    const holder = chooseUndoHolder(undo, { maxBytes, before: lastUndo.get(server) })
    lastUndo.set(server, undo.bytes)
    if (!holder) return
    await server.run(`kill hard connection ${holder.connection};`)
    await sayTo(
      holder.user,
      `A transaction was ended after ${holder.seconds} s: the undo logs that the server keeps for it had ${undo.bytes} bytes of ${maxBytes}. Commit sooner, and change fewer rows at once.`,
    )
  }

  async function sayTo(user: string | undefined, sentence: string): Promise<void> {
    const resource = (await ledger.all()).find(({ id }) => namesOf(id).user === user)
    if (resource) await logs.say(resource, sentence)
  }

  async function begin(resource: Pick<Resource, 'id' | 'plan'>): Promise<Server> {
    const { id } = resource
    const plan = planOf(resource)
    const server = await servers.of(id, plan)
    watch.add(id, {
      folder: databaseFolder(server, id),
      maxBytes: plan.disk,
      onSize: (bytes) => checkWithLock(id, bytes),
    })
    const [maxTemporary, maxUndo] = plan.isDedicated
      ? [plan.disk, plan.disk]
      : [maxSharedTemporary, maxSharedUndo]
    watch.add(`temporary files of ${server.cluster}`, {
      folder: join(server.cluster, temporaryFolder),
      maxBytes: maxTemporary,
      measure: async () => temporaryBytes((await server.pid()) ?? 0),
      onSize: (bytes) => checkTemporary(server, maxTemporary, bytes),
    })
    watch.add(`undo logs of ${server.cluster}`, {
      folder: server.cluster,
      maxBytes: maxUndo,
      measure: () => undoFileBytes(server),
      onSize: (bytes) => checkUndo(server, maxUndo, bytes),
    })
    return server
  }

  return {
    async begin(resource, { isEmpty }) {
      await begin(resource)
      if (isEmpty) held.set(resource.id, undefined)
    },
    async look(resource) {
      const server = await begin(resource)
      await check(resource, await sizeOf(server, resource.id))
    },
  }
}

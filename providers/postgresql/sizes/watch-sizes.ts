import type { AddonLogs } from '#providers/kit/addon-logs.ts'
import type { GrowthWatch } from '#providers/kit/disk/growth-watch.ts'
import type { RunningProvider } from '#providers/kit/http/provider-server.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { namesOf } from '#providers/postgresql/database.ts'
import type { Plan } from '#providers/postgresql/plans.ts'
import type { Server } from '#providers/postgresql/server/server.ts'
import type { Servers } from '#providers/postgresql/server/servers.ts'
import { folderOf, sharedFolders, statementTexts } from './shared-files.ts'
import { type DatabaseState, databaseFolder, holdToSize, measure, readStates } from './size.ts'
import { endLargeTemporaryFiles, temporaryFolder } from './temporary-files.ts'

export interface SizeContext {
  ledger: Ledger
  service: Pick<RunningProvider, 'withLock'>
  servers: Servers
  logs: AddonLogs
  watch: GrowthWatch
  planOf(slug: string): Plan
}

/** Enforces the size limits of databases: all in every round, and each one while it is written to. */
export interface SizeWatch {
  /** Watches a database from now on: a new one could be full before the next round. */
  begin(
    resource: Pick<Resource, 'id' | 'plan'>,
    database?: Pick<DatabaseState, 'oid'>,
  ): Promise<void>
  look(resources: readonly Resource[]): Promise<void>
}

export function createSizeWatch(context: SizeContext): SizeWatch {
  const { ledger, service, servers, logs, watch, planOf } = context
  /** Databases held in the last round. */
  const held = new Set<string>()

  /** Acts on one measurement. */
  async function checkOne(id: string, bytes: number): Promise<void> {
    const resource = await ledger.byId(id)
    if (!resource || resource.state === 'deleted') return watch.remove(id)
    if (bytes <= planOf(resource.plan).disk && !held.has(id)) return
    await service.withLock(resource, async (latest) => {
      if (latest.state !== 'ready') return
      const server = await servers.of(id, planOf(latest.plan))
      const state = (await readStates(server)).get(namesOf(id).name)
      if (state) await hold(server, latest, state)
    })
  }

  async function hold(server: Server, resource: Resource, state: DatabaseState): Promise<void> {
    const { id, plan, suspended } = resource
    const maxBytes = planOf(plan).disk
    const bytes = await measure(server, state)
    const holding = { id, state, bytes, maxBytes, isSuspended: suspended }
    const { isHeld, sentence } = await holdToSize(server, holding)
    if (sentence !== undefined) await logs.say(resource, sentence)
    if (isHeld) held.add(id)
    else held.delete(id)
  }

  function watchOne(
    server: Server,
    { id, plan }: Pick<Resource, 'id' | 'plan'>,
    database: Pick<DatabaseState, 'oid'>,
  ): void {
    watch.add(id, {
      folder: databaseFolder(server, database),
      maxBytes: planOf(plan).disk,
      onSize: (bytes) => checkOne(id, bytes),
    })
  }

  /** The server limits each process; this limits all processes of a customer together. */
  function beginTemporary(server: Server, maxBytes: number): void {
    watch.add(`temporary files of ${server.cluster}`, {
      folder: temporaryFolder(server),
      maxBytes,
      async onSize(bytes) {
        if (bytes <= maxBytes) return
        const users = await endLargeTemporaryFiles(server, maxBytes)
        await sayTo(users, 'Sessions were ended: their temporary files were too large.')
      },
    })
  }

  /** What belongs to no database, and so is in nobody's plan. */
  function beginShared(server: Server, { isDedicated }: Pick<Plan, 'isDedicated'>): void {
    for (const shared of isDedicated ? [statementTexts] : [...sharedFolders, statementTexts]) {
      const folder = folderOf(server, shared)
      watch.add(folder, {
        folder,
        maxBytes: shared.maxBytes,
        measure: () => shared.measure(folder),
        async onSize(bytes) {
          if (bytes <= shared.maxBytes) return
          const users = await shared.shrink(server)
          await sayTo(
            users,
            `Sessions were ended: files that all databases of the server share had ${bytes} bytes of ${shared.maxBytes} (${shared.name}).`,
          )
        },
      })
    }
  }

  async function sayTo(users: readonly string[], sentence: string): Promise<void> {
    const all = users.length === 0 ? [] : await ledger.all()
    for (const resource of all.filter(({ id }) => users.includes(namesOf(id).user)))
      await logs.say(resource, sentence)
  }

  return {
    async begin(resource, known) {
      const server = await servers.of(resource.id, planOf(resource.plan))
      const database = known ?? (await readStates(server)).get(namesOf(resource.id).name)
      if (database) watchOne(server, resource, database)
    },
    async look(resources) {
      const known = new Map<Server, Promise<Map<string, DatabaseState>>>()
      for (const resource of resources) {
        const plan = planOf(resource.plan)
        const server = await servers.of(resource.id, plan)
        const states = known.get(server) ?? readStates(server)
        known.set(server, states)
        const state = (await states).get(namesOf(resource.id).name)
        if (!state) continue
        watchOne(server, resource, state)
        beginTemporary(server, plan.disk)
        beginShared(server, plan)
        await service.withLock(resource, async (latest) => {
          // Its plan may have changed since.
          if (latest.state === 'ready' && latest.plan === resource.plan)
            await hold(server, latest, state)
        })
      }
    },
  }
}

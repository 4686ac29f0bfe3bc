import { watchLog } from '#providers/kit/disk/log-watch.ts'
import type { PlatformClient } from '#providers/kit/http/platform-client.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { updateConfig } from '#providers/kit/servers/update-config.ts'
import { configOf } from './config.ts'
import { dropDatabase, lockAccount, makeDatabase, namesOf } from './database.ts'
import { endGreedySessions } from './end-greedy-sessions.ts'
import type { SizeContext, SizeWatch } from './sizes/watch-sizes.ts'

export interface MaintenanceContext extends SizeContext {
  sizes: SizeWatch
  /** The ids of those that are known to be as they are remembered: this process has made or reconciled them. */
  reconciled: Set<string>
  platform: Pick<PlatformClient, 'putConfig'>
  addonsHost: string
  /** Whether a resource has to be restored first, and must not be created by maintenance. */
  isRestoring(resource: Resource): boolean
  onProblem(problem: unknown): void
}

/** Maintenance of resources: restarts servers, enforces sizes, and sends logs. */
export interface Maintenance {
  /** Maintains one resource, under its lock. */
  maintain(resource: Resource): Promise<void>
  /** One round over everything. */
  look(): Promise<void>
  begin(every: number): void
  /** Waits until no work is under way. */
  close(): Promise<void>
}

/** Sizes take longer to determine than the rest, and are watched in between. */
const roundsPerSize = 6

export function createMaintenance(context: MaintenanceContext): Maintenance {
  const { ledger, service, servers, logs, watch, sizes, reconciled, planOf, onProblem } = context
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let isClosed = false
  let rounds = 0

  async function maintain(resource: Resource): Promise<void> {
    if (resource.state !== 'ready' || context.isRestoring(resource)) return
    const plan = planOf(resource.plan)
    if (!reconciled.has(resource.id)) await reconcile(context, resource)
    reconciled.add(resource.id)
    const { POSTGRESQL_ADDON_PASSWORD: password = '' } = resource.config
    const database = { ...namesOf(resource.id), password }
    const server = await servers.of(resource.id, plan)
    await updateConfig(context, resource, configOf(database, server, context.addonsHost))
    const log = servers.logOf(resource.id, plan)
    if (plan.isDedicated) await logs.sendNew(resource, log, dated)
    watchLog(watch, log)
  }

  async function protectShared(): Promise<void> {
    const shared = await servers.sharedIfThere()
    if (shared) await endGreedySessions(shared)
  }

  const attempt = (what: string, work: () => Promise<void>) =>
    isClosed
      ? Promise.resolve()
      : work().catch((problem) => onProblem(new Error(what, { cause: problem })))

  async function look(): Promise<void> {
    const resources = (await ledger.all()).filter(
      (resource) => resource.state === 'ready' && !context.isRestoring(resource),
    )
    for (const resource of resources)
      await attempt(`maintenance of ${resource.id}`, () => service.withLock(resource, maintain))
    await attempt('the shared server', protectShared)
    if (rounds++ % roundsPerSize === 0) await attempt('sizes', () => sizes.look(resources))
  }

  return {
    maintain,
    look,
    begin(every) {
      const next = () => {
        round = look().finally(() => {
          if (!isClosed) timer = setTimeout(next, every).unref()
        })
      }
      next()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round
      await watch.close()
    },
  }
}

/**
 * Reconciles the server with the stored resource after a possible crash: its password, suspension, and leftovers of an
 * earlier plan.
 */
async function reconcile(context: MaintenanceContext, resource: Resource): Promise<void> {
  const { id, config, suspended, options } = resource
  const plan = context.planOf(resource.plan)
  const server = await context.servers.of(id, plan)
  const { locale } = options
  await makeDatabase(server, id, { ...plan, locale }, config.POSTGRESQL_ADDON_PASSWORD)
  if (suspended) await lockAccount(server, id)
  await removeLeftovers(context, resource)
}

/** Removes what a resource had with its earlier plan. */
export async function removeLeftovers(
  { servers, planOf }: Pick<MaintenanceContext, 'servers' | 'planOf'>,
  { id, plan }: Resource,
): Promise<void> {
  if (!planOf(plan).isDedicated) return servers.removeOwn(id)
  const shared = await servers.sharedIfThere()
  if (shared) await dropDatabase(shared, id)
}

const prefix = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) (?:UTC|GMT) (.*)$/s

/** A line of the server's log, with its time stamp. */
function dated(line: string) {
  const [, day, time, text] = prefix.exec(line) ?? []
  return text === undefined
    ? { at: Date.now(), text: line }
    : { at: Date.parse(`${day}T${time}Z`), text }
}

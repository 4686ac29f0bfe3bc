import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openAddonLogs } from '#providers/kit/addon-logs.ts'
import { keepBackups } from '#providers/kit/backups/keep-backups.ts'
import { maxKept, maxWritten } from '#providers/kit/backups/max-written.ts'
import { openRestores } from '#providers/kit/backups/restore-resources.ts'
import type { BuiltInProvider, Given } from '#providers/kit/built-in-provider.ts'
import { createGrowthWatch } from '#providers/kit/disk/growth-watch.ts'
import { platformClient } from '#providers/kit/http/platform-client.ts'
import { defineProvider, type RunningProvider } from '#providers/kit/http/provider-server.ts'
import { always, serverOptions } from '#providers/kit/options.ts'
import { mysqlGate } from '#providers/kit/outside/mysql-gate.ts'
import { openOutsideServer } from '#providers/kit/outside/outside-server.ts'
import { openFileLedger } from '#providers/kit/resources/file-ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { maintainResources } from '#providers/kit/servers/maintain-resources.ts'
import { planFinder, planNames, requireMemory } from '#providers/kit/servers/plan-names.ts'
import { repeat } from '#providers/kit/servers/repeat.ts'
import { type WorkTimeouts, workTimeouts } from '#providers/kit/servers/work-timeouts.ts'
import { createSessions } from '#providers/kit/sessions/sessions.ts'
import { createTenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'
import { refuseFull } from '#providers/kit/transfers/refuse-full.ts'
import { createTransfers } from '#providers/kit/transfers/transfers.ts'
import { programVersion } from '#providers/kit/versions.ts'
import { commandFor } from './clients/clients.ts'
import { mariadbContents } from './clients/contents.ts'
import { mariadbDumps } from './clients/dumps.ts'
import { configOf } from './config.ts'
import { dumpDatabase, fillDatabase, tryDump } from './copies.ts'
import { dropDatabase, killSessions, lockAccount, makeDatabase, namesOf } from './database.ts'
import { longLockSentence } from './end-long-locks.ts'
import { mariadbInsights } from './insights/insights.ts'
import { invalidViewsSentence } from './invalid-views.ts'
import { createMaintenance, removeLeftovers } from './maintenance.ts'
import { movePlan } from './move-plan.ts'
import { offeredPlans, type Plan } from './plans.ts'
import { createServers } from './server/servers.ts'
import { usageOf } from './sizes/usage.ts'
import { createSizeWatch, type SizeContext } from './sizes/watch-sizes.ts'

/** For tests: other plans, and shorter intervals. */
export interface MariadbOptions {
  plans?: readonly Plan[]
  /** Milliseconds between maintenance rounds. */
  maintenanceInterval?: number
  /** Time limits of customers' work. */
  timeouts?: { shared: WorkTimeouts; dedicated: WorkTimeouts }
}

/** MariaDB provider: small databases on a shared server, larger ones on a dedicated server. */
export async function openMariadb(
  { manifest, addonsHost, access, apiUrl, folder, vault }: Given,
  options: MariadbOptions = {},
): Promise<BuiltInProvider> {
  const { plans = offeredPlans, maintenanceInterval = 10_000, timeouts = workTimeouts } = options
  const findPlan = planFinder(plans)
  const planOf = ({ plan }: Pick<Resource, 'plan'>) => findPlan(plan)
  const moving = join(folder, 'moving')
  await mkdir(moving, { recursive: true, mode: 0o700 })
  const outside = openOutsideServer({
    access,
    gate: mysqlGate,
    ledger: await openFileLedger(join(folder, 'resources'), vault),
    portVariable: 'MYSQL_ADDON_PORT',
    every: maintenanceInterval,
  })
  const { ledger } = outside
  const servers = createServers(folder, vault, access)
  const serverOf = (resource: Resource) => servers.of(resource.id, planOf(resource))
  const latest = async (resource: Resource) => (await ledger.byId(resource.id)) ?? resource
  const restores = await openRestores(folder)
  const isRestoring = restores.isPending
  const logs = openAddonLogs(apiUrl, manifest)
  const backups = keepBackups({
    folder: join(folder, 'backups'),
    suffix: 'sql',
    ledger,
    isRestoring,
    async take(one, path, timeout) {
      const resource = await latest(one)
      const { disk } = planOf(resource)
      const server = await serverOf(resource)
      const invalid = await dumpDatabase(server, one.id, { path, disk, timeout })
      if (invalid.length > 0)
        await logs.say(resource, invalidViewsSentence(invalid)).catch(console.error)
    },
    async verify(one, path, timeout) {
      const resource = await latest(one)
      const { disk } = planOf(resource)
      await tryDump(await serverOf(resource), one.id, { path, disk, timeout })
    },
    maxBytes: (resource) => maxKept(planOf(resource).disk),
    report: logs.say,
  })
  const programs = createTenantPrograms(join(folder, 'clients'))
  const clients = { programs, serverOf }
  const usage = async (resource: Resource) =>
    usageOf(await serverOf(resource), resource.id, planOf(resource))
  const transfers = createTransfers({
    ...mariadbDumps(clients),
    folder: join(folder, 'transfers'),
    maxBytes: (resource) => maxWritten(planOf(resource).disk),
    admit: async (resource) => refuseFull(await usage(resource)),
    report: logs.say,
    onProblem: console.error,
  })
  const sessions = createSessions({
    programs,
    shell: (resource) => commandFor(clients, resource, 'mariadb', ['--local-infile=0']),
    portOf: async (resource) => (await serverOf(resource)).port,
  })
  const watch = createGrowthWatch(console.error)
  const context: SizeContext = {
    ledger,
    servers,
    planOf,
    logs,
    watch,
    service: { withLock: (resource, act) => service.withLock(resource, act) },
  }
  const sizes = createSizeWatch(context)
  const platform = platformClient(apiUrl, manifest)
  const reconciled = new Set<string>()
  const maintenanceContext = { ...context, sizes, reconciled, platform, addonsHost, ledger }

  const service: RunningProvider = defineProvider({
    manifest,
    ledger,
    backups: { ...backups, restore: restores.restore, progressOf: restores.progressOf },
    insights: mariadbInsights({ serverOf, planOf }),
    contents: mariadbContents(clients),
    transfers,
    sessions,
    endPrograms(resource) {
      sessions.endOf(resource)
      programs.endOf(resource)
    },
    isRestoring,
    plans: planNames(plans),
    options: {
      ...serverOptions,
      'skip-log-bin': always('true', 'the server writes no binary log'),
    },
    idPrefix: 'mysql',
    versions: async () => [await programVersion('/usr/sbin/mariadbd')],
    async provision(resource, restore) {
      requireMemory(planOf(resource))
      const server = await serverOf(resource)
      if (restore) await dropDatabase(server, resource.id)
      const database = await makeDatabase(server, resource.id, planOf(resource))
      if (restore) {
        const path = backups.pathOf(restore.from, restore.backupId)
        const { disk } = planOf(resource)
        await fillDatabase(server, database, { path, disk, from: restore.from.id })
      }
      await sizes.begin(resource, { isEmpty: !restore })
      reconciled.add(resource.id)
      return { config: configOf(database, server, addonsHost) }
    },
    async deprovision(resource) {
      const shared = await servers.sharedIfThere()
      if (shared) await dropDatabase(shared, resource.id)
      await servers.removeOwn(resource.id)
      await backups.forget(resource)
    },
    async changePlan(resource, plan) {
      const [before, after] = [planOf(resource), planOf({ plan })]
      requireMemory(after)
      const [database, server] = await movePlan({ servers, resource, before, after, moving })
      await sizes.begin({ id: resource.id, plan }, { isEmpty: false })
      return { config: configOf(database, server, addonsHost) }
    },
    usage,
    planChanged: (resource) => removeLeftovers(maintenanceContext, resource),
    async rotate(resource) {
      const server = await serverOf(resource)
      const database = await makeDatabase(server, resource.id, planOf(resource))
      if (resource.suspended) await lockAccount(server, resource.id)
      else await killSessions(server, resource.id)
      return { config: configOf(database, server, addonsHost) }
    },
    suspend: async (resource) => lockAccount(await serverOf(resource), resource.id),
    async resume(resource) {
      const { id, config } = resource
      const server = await serverOf(resource)
      await makeDatabase(server, id, planOf(resource), config.MYSQL_ADDON_PASSWORD)
    },
  })
  const maintain = createMaintenance(maintenanceContext)
  const endRestores = restores.begin({
    ledger,
    service,
    onProblem: console.error,
    backups,
    report: logs.say,
    pathOf: backups.pathOf,
    platform,
    close: async (resource) => lockAccount(await serverOf(resource), resource.id),
    async recreate(resource, path) {
      const { id, config } = resource
      const server = await serverOf(resource)
      await dropDatabase(server, id)
      const plan = planOf(resource)
      // A password that the customer does not know.
      const database = await makeDatabase(server, id, plan)
      await fillDatabase(server, database, { path, disk: plan.disk, from: id })
      await lockAccount(server, id)
      const password = config.MYSQL_ADDON_PASSWORD ?? ''
      return { config: configOf({ ...database, password }, server, addonsHost) }
    },
    open(resource) {
      reconciled.delete(resource.id)
      return maintain(resource)
    },
  })
  const endMaintenance = maintainResources({
    ledger,
    service,
    isRestoring,
    maintain,
    every: maintenanceInterval,
  })
  const endLong = async () => {
    await servers.endLongWork(timeouts)
    const users = await servers.endLongLocks()
    if (users.length === 0) return
    for (const resource of await ledger.all())
      if (users.includes(namesOf(resource.id).user)) await logs.say(resource, longLockSentence)
  }
  const endWatch = repeat(endLong, { every: maintenanceInterval, onProblem: console.error })
  await backups.begin()
  return {
    service,
    async close() {
      await backups.close()
      await transfers.close()
      await programs.close()
      await outside.close()
      await Promise.all([endWatch(), endMaintenance(), endRestores(), servers.close()])
      await watch.close()
      // Stops a server that is no longer used, because nothing else would.
      const isUsed = (await ledger.all()).some(({ state }) => state !== 'deleted')
      if (!isUsed) await servers.stopAll()
    },
    stopServers: servers.stopAll,
  }
}

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openAddonLogs } from '#providers/kit/addon-logs.ts'
import { keepBackups } from '#providers/kit/backups/keep-backups.ts'
import { maxKept, maxWritten } from '#providers/kit/backups/max-written.ts'
import { openRestores } from '#providers/kit/backups/restore-resources.ts'
import type { Schedule } from '#providers/kit/backups/schedule.ts'
import type { BuiltInProvider, Given } from '#providers/kit/built-in-provider.ts'
import { createGrowthWatch } from '#providers/kit/disk/growth-watch.ts'
import { platformClient } from '#providers/kit/http/platform-client.ts'
import { defineProvider, type RunningProvider } from '#providers/kit/http/provider-server.ts'
import { serverOptions } from '#providers/kit/options.ts'
import { openOutsideServer } from '#providers/kit/outside/outside-server.ts'
import { postgresqlGate } from '#providers/kit/outside/postgresql-gate.ts'
import { openFileLedger } from '#providers/kit/resources/file-ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { planFinder, planNames, requireMemory } from '#providers/kit/servers/plan-names.ts'
import { repeat } from '#providers/kit/servers/repeat.ts'
import { type WorkTimeouts, workTimeouts } from '#providers/kit/servers/work-timeouts.ts'
import { createSessions } from '#providers/kit/sessions/sessions.ts'
import { createTenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'
import { refuseFull } from '#providers/kit/transfers/refuse-full.ts'
import { createTransfers } from '#providers/kit/transfers/transfers.ts'
import { programVersion } from '#providers/kit/versions.ts'
import { commandFor } from './clients/clients.ts'
import { postgresqlContents } from './clients/contents.ts'
import { postgresqlDumps } from './clients/dumps.ts'
import { configOf } from './config.ts'
import { dumpDatabase, fillDatabase, maxRestored, tryDump } from './copies.ts'
import { dropDatabase, endSessions, lockAccount, makeDatabase } from './database.ts'
import { postgresqlInsights } from './insights/insights.ts'
import { createMaintenance, removeLeftovers } from './maintenance.ts'
import { movePlan } from './move-plan.ts'
import { offeredPlans, type Plan } from './plans.ts'
import { localeProblem } from './server/locales.ts'
import { findPrograms } from './server/programs.ts'
import { createServers } from './server/servers.ts'
import { usageOf } from './sizes/usage.ts'
import { createSizeWatch, type SizeContext } from './sizes/watch-sizes.ts'

export interface PostgresqlOptions {
  plans?: readonly Plan[]
  backups?: Partial<Schedule>
  /** Milliseconds between maintenance rounds. */
  maintenanceInterval?: number
  /** Time limits of customers' work. */
  timeouts?: { shared: WorkTimeouts; dedicated: WorkTimeouts }
  onProblem?(problem: unknown): void
}

/** PostgreSQL provider: small databases on a shared server, larger ones on a dedicated server. */
export async function openPostgresql(
  { manifest, addonsHost, access, apiUrl, folder, vault }: Given,
  options: PostgresqlOptions = {},
): Promise<BuiltInProvider> {
  const { plans = offeredPlans, maintenanceInterval = 5_000, onProblem = console.error } = options
  const { timeouts = workTimeouts } = options
  const planOf = planFinder(plans)
  const optionsOf = ({ plan, options: { locale } }: Resource) => ({ ...planOf(plan), locale })
  const moving = join(folder, 'moving')
  await mkdir(moving, { recursive: true, mode: 0o700 })
  const outside = openOutsideServer({
    access,
    gate: postgresqlGate,
    ledger: await openFileLedger(join(folder, 'resources'), vault),
    portVariable: 'POSTGRESQL_ADDON_PORT',
    every: maintenanceInterval,
  })
  const { ledger } = outside
  const servers = createServers(folder, vault, access)
  const serverOf = ({ id, plan }: Resource) => servers.of(id, planOf(plan))
  const latest = async (resource: Resource) => (await ledger.byId(resource.id)) ?? resource
  const restores = await openRestores(folder)
  const isRestoring = restores.isPending
  const logs = openAddonLogs(apiUrl, manifest)
  const backups = keepBackups({
    folder: join(folder, 'backups'),
    suffix: 'dump',
    ledger,
    onProblem,
    isRestoring,
    schedule: options.backups ?? {},
    async take(one, path, timeout) {
      const resource = await latest(one)
      const { disk } = planOf(resource.plan)
      await dumpDatabase(await serverOf(resource), one.id, { path, disk, timeout })
    },
    async verify(one, path, timeout) {
      const resource = await latest(one)
      const limits = optionsOf(resource)
      await tryDump(await serverOf(resource), one.id, { path, limits, timeout })
    },
    maxBytes: ({ plan }) => maxKept(planOf(plan).disk),
    report: logs.say,
  })

  const programs = createTenantPrograms(join(folder, 'clients'))
  const clients = { programs, serverOf }
  const usage = async (resource: Resource) =>
    usageOf(await serverOf(resource), resource.id, planOf(resource.plan))
  const transfers = createTransfers({
    ...postgresqlDumps(clients),
    folder: join(folder, 'transfers'),
    maxBytes: ({ plan }) => maxWritten(planOf(plan).disk),
    admit: async (resource) => refuseFull(await usage(resource)),
    report: logs.say,
    onProblem,
  })
  const sessions = createSessions({
    programs,
    shell: (resource) =>
      commandFor(clients, resource, 'psql', ['--no-psqlrc', '--set=HISTFILE=/dev/null']),
    portOf: async (resource) => (await serverOf(resource)).port,
  })
  const context: SizeContext = {
    ledger,
    servers,
    logs,
    planOf,
    watch: createGrowthWatch(onProblem),
    service: { withLock: (resource, act) => service.withLock(resource, act) },
  }
  const sizes = createSizeWatch(context)
  const reconciled = new Set<string>()

  const service: RunningProvider = defineProvider({
    manifest,
    ledger,
    backups: { ...backups, restore: restores.restore, progressOf: restores.progressOf },
    insights: postgresqlInsights({ serverOf, planOf, onProblem }),
    contents: postgresqlContents(clients),
    transfers,
    sessions,
    endPrograms(resource) {
      sessions.endOf(resource)
      programs.endOf(resource)
    },
    onProblem,
    isRestoring,
    idPrefix: 'postgresql',
    plans: planNames(plans),
    options: { ...serverOptions, locale: localeProblem },
    versions: async () => [await programVersion(join(await findPrograms(), 'postgres'))],
    async provision(resource, restore) {
      const { id, plan } = resource
      requireMemory(planOf(plan))
      const server = await serverOf(resource)
      if (restore) await dropDatabase(server, id)
      const database = await makeDatabase(server, id, optionsOf(resource))
      if (restore) {
        const path = backups.pathOf(restore.from, restore.backupId)
        await fillDatabase(server, database, { path, maxBytes: maxRestored(planOf(plan)) })
      }
      await sizes.begin(resource, database)
      reconciled.add(id)
      return { config: configOf(database, server, addonsHost) }
    },
    async deprovision(resource) {
      const { id, plan } = resource
      if (!planOf(plan).isDedicated) await dropDatabase(await serverOf(resource), id)
      else await removeLeftovers({ servers, planOf }, resource)
      await servers.removeOwn(id)
      await backups.forget(resource)
    },
    async changePlan(resource, plan) {
      const [before, after] = [planOf(resource.plan), planOf(plan)]
      requireMemory(after)
      const made = await movePlan({ servers, addonsHost, moving }, resource, before, after)
      await sizes.begin({ id: resource.id, plan })
      return made
    },
    usage,
    planChanged: (resource) => removeLeftovers({ servers, planOf }, resource),
    async rotate(resource) {
      const server = await serverOf(resource)
      const database = await makeDatabase(server, resource.id, optionsOf(resource))
      await endSessions(server, resource.id)
      return { config: configOf(database, server, addonsHost) }
    },
    suspend: async (resource) => lockAccount(await serverOf(resource), resource.id),
    async resume(resource) {
      const { POSTGRESQL_ADDON_PASSWORD: password } = resource.config
      await makeDatabase(await serverOf(resource), resource.id, optionsOf(resource), password)
    },
  })

  const platform = platformClient(apiUrl, manifest)
  const maintenance = createMaintenance({
    ...context,
    sizes,
    reconciled,
    addonsHost,
    onProblem,
    platform,
    isRestoring,
  })
  const endRestores = restores.begin({
    ledger,
    service,
    platform,
    onProblem,
    backups,
    report: logs.say,
    pathOf: backups.pathOf,
    close: async (resource) => lockAccount(await serverOf(resource), resource.id),
    async recreate(resource, path) {
      const { id, plan, config } = resource
      const server = await serverOf(resource)
      await dropDatabase(server, id)
      // A password that the customer does not know.
      const database = await makeDatabase(server, id, optionsOf(resource))
      const maxBytes = maxRestored(planOf(plan))
      await fillDatabase(server, database, { path, maxBytes })
      await lockAccount(server, id)
      const password = config.POSTGRESQL_ADDON_PASSWORD ?? ''
      return { config: configOf({ ...database, password }, server, addonsHost) }
    },
    open(resource) {
      reconciled.delete(resource.id)
      return maintenance.maintain(resource)
    },
  })
  maintenance.begin(maintenanceInterval)
  const endWatch = repeat(() => servers.endLongWork(timeouts), {
    every: maintenanceInterval,
    onProblem,
  })
  await backups.begin()
  return {
    service,
    async close() {
      await backups.close()
      await transfers.close()
      await programs.close()
      await outside.close()
      await Promise.all([endWatch(), maintenance.close(), endRestores(), servers.close()])
    },
    stopServers: servers.stopAll,
  }
}

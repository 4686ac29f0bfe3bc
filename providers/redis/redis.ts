import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { LogLine } from '#protocol/logplex.ts'
import { openAddonLogs } from '#providers/kit/addon-logs.ts'
import { keepBackups } from '#providers/kit/backups/keep-backups.ts'
import { maxKept, maxWritten } from '#providers/kit/backups/max-written.ts'
import { openRestores } from '#providers/kit/backups/restore-resources.ts'
import type { BuiltInProvider, Given } from '#providers/kit/built-in-provider.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import { createGrowthWatch } from '#providers/kit/disk/growth-watch.ts'
import { watchLog } from '#providers/kit/disk/log-watch.ts'
import { platformClient } from '#providers/kit/http/platform-client.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { serverOptions } from '#providers/kit/options.ts'
import { openOutsideServer } from '#providers/kit/outside/outside-server.ts'
import { redisGate } from '#providers/kit/outside/redis-gate.ts'
import { openFileLedger } from '#providers/kit/resources/file-ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { maintainResources } from '#providers/kit/servers/maintain-resources.ts'
import { planFinder, planNames, requireMemory } from '#providers/kit/servers/plan-names.ts'
import { repeat } from '#providers/kit/servers/repeat.ts'
import { updateConfig } from '#providers/kit/servers/update-config.ts'
import { createSessions } from '#providers/kit/sessions/sessions.ts'
import { createTenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'
import { createTransfers } from '#providers/kit/transfers/transfers.ts'
import { programVersion } from '#providers/kit/versions.ts'
import { commandFor } from './clients/clients.ts'
import { redisContents } from './clients/contents.ts'
import { redisDumps } from './clients/dumps.ts'
import { maxDisk } from './disk.ts'
import { createDiskWatch } from './disk-watch.ts'
import { redisInsights } from './insights/insights.ts'
import { offeredPlans, type Plan } from './plans.ts'
import { openServers } from './servers.ts'
import { usageOf } from './usage.ts'

/** For tests: other plans, and shorter intervals. */
export interface RedisOptions {
  plans?: readonly Plan[]
  /** Milliseconds between maintenance rounds. */
  maintenanceInterval?: number
}

/** Redis provider: a small server for each add-on. */
export async function openRedis(
  given: Given,
  options: RedisOptions = {},
): Promise<BuiltInProvider> {
  const { manifest, addonsHost, access, apiUrl, folder, vault } = given
  const { plans = offeredPlans, maintenanceInterval = 10_000 } = options
  const findPlan = planFinder(plans)
  const servers = await openServers(folder, vault, access)
  const logs = openAddonLogs(apiUrl, manifest)
  const outside = openOutsideServer({
    access,
    gate: redisGate(access.tls),
    ledger: await openFileLedger(join(folder, 'resources'), vault),
    portVariable: 'REDIS_PORT',
    every: maintenanceInterval,
  })
  const { ledger } = outside
  const platform = platformClient(apiUrl, manifest)
  const restores = await openRestores(folder)
  const isRestoring = restores.isPending
  const backups = keepBackups({
    folder: join(folder, 'backups'),
    suffix: 'rdb',
    ledger,
    isRestoring,
    take: async (one, path) => {
      const latest = (await ledger.byId(one.id)) ?? one
      await servers.save(nameOf(one.id), planOf(latest), path)
    },
    verify: (resource, path) => servers.tryOut(planOf(resource), path),
    maxBytes: (resource) => maxKept(planOf(resource).memory),
    report: logs.say,
  })

  const programs = createTenantPrograms(join(folder, 'clients'))
  const transfers = createTransfers({
    ...redisDumps({ programs }, (resource, path) =>
      servers.save(nameOf(resource.id), planOf(resource), path),
    ),
    folder: join(folder, 'transfers'),
    maxBytes: (resource) => maxWritten(planOf(resource).memory),
    admit: async () => {},
    report: logs.say,
    onProblem: console.error,
  })
  const sessions = createSessions({
    programs,
    shell: async (resource) => commandFor(resource, []),
    portOf: async ({ config }) => Number(config.REDIS_PORT),
  })

  function planOf({ plan }: Pick<Resource, 'plan'>): Plan {
    return findPlan(plan)
  }
  /** Opens the server as its resource requires, with its password unless it is suspended. */
  async function serve(resource: Resource, password = resource.config.REDIS_PASSWORD ?? '') {
    const { port } = await openServer(resource, password)
    return { config: configOf(port, password, addonsHost) }
  }
  const openServer = (resource: Resource, password: string | undefined) =>
    servers.open(
      nameOf(resource.id),
      planOf(resource),
      resource.suspended ? undefined : (password ?? ''),
    )

  const service = defineProvider({
    manifest,
    ledger,
    backups: { ...backups, restore: restores.restore, progressOf: restores.progressOf },
    insights: redisInsights({ serverOf: ({ id }) => servers.existing(nameOf(id)), planOf }),
    contents: redisContents({
      programs,
      serverOf: ({ id }) => servers.existing(nameOf(id)),
    }),
    transfers,
    sessions,
    endPrograms(resource) {
      sessions.endOf(resource)
      programs.endOf(resource)
    },
    isRestoring,
    idPrefix: 'redis',
    plans: planNames(plans),
    options: serverOptions,
    versions: async () => [await programVersion('/usr/bin/redis-server')],
    async provision(resource, restore) {
      requireMemory(planOf(resource))
      if (restore)
        await servers.seed(nameOf(resource.id), backups.pathOf(restore.from, restore.backupId))
      return serve(resource, newPassword())
    },
    async deprovision(resource) {
      await servers.remove(nameOf(resource.id))
      await backups.forget(resource)
    },
    async changePlan(resource, plan) {
      const [before, after] = [planOf(resource), planOf({ plan })]
      requireMemory(after)
      const isSmaller = after.memory < before.memory
      if (isSmaller && (await servers.memoryOf(nameOf(resource.id))) > after.memory)
        throw new DeclinedError('What is stored does not fit into the memory of that plan.')
      return serve({ ...resource, plan })
    },
    usage: async (resource) =>
      usageOf(await servers.existing(nameOf(resource.id)), planOf(resource)),
    rotate: (resource) => serve(resource, newPassword()),
    suspend: async (resource) => void (await serve({ ...resource, suspended: true })),
    resume: async (resource) => void (await serve({ ...resource, suspended: false })),
  })
  const watch = createGrowthWatch(console.error)
  const watchDisk = createDiskWatch({ watch, ledger, logs })
  const endRestores = restores.begin({
    ledger,
    service,
    onProblem: console.error,
    backups,
    report: logs.say,
    pathOf: backups.pathOf,
    platform,
    close: async (resource) => void (await serve({ ...resource, suspended: true })),
    async recreate(resource, path) {
      await servers.seed(nameOf(resource.id), path)
      const { port } = await openServer({ ...resource, suspended: true }, undefined)
      return { config: configOf(port, resource.config.REDIS_PASSWORD ?? '', addonsHost) }
    },
    open: async (resource) => void (await serve(resource)),
  })
  const endMaintenance = maintainResources({
    ledger,
    service,
    isRestoring,
    every: maintenanceInterval,
    async maintain(resource) {
      const password = resource.config.REDIS_PASSWORD ?? ''
      const server = await openServer(resource, password)
      await updateConfig(
        { ledger, platform },
        resource,
        configOf(server.port, password, addonsHost),
      )
      const log = servers.logOf(nameOf(resource.id))
      await logs.sendNew(resource, log, dated)
      watchLog(watch, log)
      const folder = servers.diskOf(nameOf(resource.id))
      watchDisk(resource, { server, folder, maxBytes: maxDisk(planOf(resource)) })
    },
  })
  const endWatch = repeat(servers.endLongWork, {
    every: maintenanceInterval,
    onProblem: console.error,
  })
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
    },
    stopServers: servers.stopAll,
  }
}

/** Letters and digits derived from the id of a resource. */
const nameOf = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 20)

const newPassword = () => randomBytes(18).toString('hex')

const configOf = (port: number, password: string, host: string) => ({
  REDIS_HOST: host,
  REDIS_PORT: String(port),
  REDIS_PASSWORD: password,
  REDIS_URL: `redis://:${password}@${host}:${port}`,
})

const logPrefix = /^\d+:\S+ (\d\d \w{3} \d{4} \d\d:\d\d:\d\d\.\d{3}) . (.*)$/s

/** A line of the server's log, with its time stamp. */
function dated(line: string): LogLine {
  const [, moment, text] = logPrefix.exec(line) ?? []
  const at = Date.parse(`${moment} UTC`)
  return text === undefined || Number.isNaN(at) ? { at: Date.now(), text: line } : { at, text }
}

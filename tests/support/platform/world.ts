import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryEngine } from '#engines/memory/memory-engine.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { probe } from '#outbound/health-probe.ts'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import { createFirstAccount, type FirstAccount } from '#platform/accounts/users/first-account.ts'
import { createPlatform } from '#platform/create-platform.ts'
import type { Engine, InstanceWatcher } from '#platform/deployments/engine.ts'
import { createSupervision } from '#platform/deployments/instances/supervise.ts'
import type { Repositories } from '#platform/deployments/repositories.ts'
import type { LogBook } from '#platform/logs/log-book.ts'
import type { Email } from '#platform/mail/email.ts'
import type { Platform } from '#platform/platform.ts'
import type { ProviderClient } from '#platform/providers/calls/provider-client.ts'
import type { Quotas } from '#platform/quotas/quotas.ts'
import type { Store } from '#platform/store.ts'
import { zones } from '#platform/zones.ts'
import { openLogFiles } from '#stores/files/log-files.ts'
import { openSqliteStore } from '#stores/sqlite/sqlite-store.ts'
import { memoryRepositories } from '#tests/support/engine/memory-repositories.ts'
import { memoryRuntime } from '#tests/support/engine/memory-runtime.ts'
import { type RecordedTraffic, recordTraffic } from '#tests/support/engine/recorded-traffic.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { testPasswords } from '#tests/support/passwords.ts'

/** Everything that outlives a server: its data, router and instances. */
export interface World extends AsyncDisposable {
  store: Store
  /** File of the store, if requested. */
  database: string
  engine: Engine
  traffic: RecordedTraffic
  logs: LogBook
  repositories: Repositories
  providerClient: ProviderClient
  account: FirstAccount
  /** E-mails sent so far. */
  mails: Email[]
  /** Current watcher of the instances. */
  watcher: InstanceWatcher
}

/** Real parts without external programs: SQLite in memory, the memory engine, log files. */
export async function openWorld({ withFile = false } = {}): Promise<World> {
  const folder = await mkdtemp(
    join(withFile ? memoryTmpdir({ minBytes: 1024 ** 3 }) : tmpdir(), 'berth-world-'),
  )
  const database = withFile ? join(folder, 'store.db') : ':memory:'
  const store = await openSqliteStore(database, createVault(randomBytes(32)))
  const logs = await openLogFiles({ folder, retention: { bytes: 1e8, age: 1e10 } })
  const world: World = {
    store,
    database,
    logs,
    engine: createMemoryEngine({
      watcher: {
        onLine: (...line) => world.watcher.onLine(...line),
        onExit: (exit) => world.watcher.onExit(exit),
      },
    }),
    traffic: recordTraffic(),
    repositories: memoryRepositories(),
    providerClient: createProviderClient({ allowed: 'loopback', authorities: [] }),
    account: await createFirstAccount(
      { store, clock: systemClock, passwords: testPasswords },
      'admin@localhost',
      async () => {},
    ),
    mails: [],
    watcher: { onLine() {}, onExit() {} },
    async [Symbol.asyncDispose]() {
      await world.engine.close()
      await logs.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return world
}

/** No quotas; a test about one sets it in the policies of its platform. */
const noQuotas: Quotas = {
  organisations: Number.POSITIVE_INFINITY,
  applications: Number.POSITIVE_INFINITY,
  instances: Number.POSITIVE_INFINITY,
  memory: Number.POSITIVE_INFINITY,
  addons: Number.POSITIVE_INFINITY,
  domains: Number.POSITIVE_INFINITY,
  deploymentsPerHour: Number.POSITIVE_INFINITY,
  disk: Number.POSITIVE_INFINITY,
}

export type ServerParts = Pick<
  World,
  'store' | 'engine' | 'traffic' | 'logs' | 'repositories' | 'providerClient'
>

/** A server in this world. Its parts may be wrapped to watch or to disturb it. */
export function startServer(
  world: World,
  wrap: (parts: ServerParts) => ServerParts = (parts) => parts,
  onBug: (error: unknown) => void = () => {},
): Platform {
  const { store, engine, traffic, logs, repositories, providerClient } = wrap(world)
  const clock = systemClock
  const supervision = createSupervision(() => platform, clock, {
    restartPause: (crashes) => 10 * 2 ** crashes,
  })
  world.watcher = supervision.watcher
  const platform: Platform = createPlatform({
    store,
    engine,
    traffic,
    logs,
    repositories,
    providerClient,
    clock,
    supervision,
    probe,
    passwords: testPasswords,
    mailer: { send: async (mail) => void world.mails.push(mail) },
    runtimes: [memoryRuntime],
    diskUsage: { of: async () => 0 },
    policies: {
      quotas: { ...noQuotas },
      appsDomain: 'localhost',
      zones,
      healthCheckTimeout: 30_000,
      drainTimeout: 1000,
      stopGrace: 1000,
      releasesKept: 3,
      deploymentsAtOnce: 4,
      signup: 'closed',
      tokensAcrossConsumers: true,
      operators: ['operator@example.test'],
      providerTimeout: 10_000,
    },
    apiRate: 600,
    toolConsumerKey: world.account.consumerKey,
    pagesUrl: () => 'https://api.example.test',
    firstLogin: { async forgetPassword() {} },
    log: (line) => onBug(new Error(line)),
    onBug,
  })
  platform.queue.begin()
  return platform
}

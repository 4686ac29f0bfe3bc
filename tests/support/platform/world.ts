import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBillingDocuments } from '#documents/billing-documents.ts'
import { createMemoryEngine, type UsageFigures } from '#engines/memory/memory-engine.ts'
import { createGit } from '#git/git.ts'
import { createRemoteRepositories } from '#git/remote/remote-repositories.ts'
import { noReplication } from '#git/replication/replication.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createDrainSender } from '#outbound/drains/drain-sender.ts'
import { createGitHostClients } from '#outbound/git-hosts/git-host-clients.ts'
import { probe } from '#outbound/health-probe.ts'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import { createRedirectFinder } from '#outbound/repositories/find-redirect.ts'
import { createRemoteAddresses } from '#outbound/repositories/remote-addresses.ts'
import { createPlatform } from '#platform/create-platform.ts'
import { adoptMovedInstance } from '#platform/hosting/deployments/instances/adopt-moved-instance.ts'
import { createSupervision } from '#platform/hosting/deployments/instances/supervise.ts'
import { createAutoRollback } from '#platform/hosting/deployments/releases/auto-rollback.ts'
import { isAtRegisteredHost } from '#platform/hosting/git-hosts/host-repository.ts'
import {
  createFirstAccount,
  type FirstAccount,
} from '#platform/identity/accounts/users/first-account.ts'
import type { BillingPolicies } from '#platform/model/billing/billing-policies.ts'
import type { Email } from '#platform/model/events/email.ts'
import type { RemoteRepositories } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import type { Engine, InstanceWatcher } from '#platform/model/hosting/deployments/engine.ts'
import type { Repositories } from '#platform/model/hosting/deployments/repositories.ts'
import type { ProviderClient } from '#platform/model/marketplace/provider-client.ts'
import type { LogBook } from '#platform/model/observability/log-book.ts'
import type { MetricStore } from '#platform/model/observability/metric-store.ts'
import type { Quotas } from '#platform/model/quotas.ts'
import type { Store } from '#platform/model/store.ts'
import { zones } from '#platform/model/zones.ts'
import type { Platform } from '#platform/platform.ts'
import { openLogFiles } from '#stores/files/log-files.ts'
import { openMetricDatabase } from '#stores/sqlite/metrics/metric-database.ts'
import { memoryRepositories } from '#tests/support/engine/memory-repositories.ts'
import { memoryRuntime } from '#tests/support/engine/memory-runtime.ts'
import { type RecordedTraffic, recordTraffic } from '#tests/support/engine/recorded-traffic.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { testPasswords } from '#tests/support/passwords.ts'
import { fakeOperation } from './fakes/fake-operation.ts'
import { fakeToolchains } from './fakes/fake-toolchains.ts'
import { openTestStore } from './test-store.ts'

/** Everything that outlives a server: its data, router and instances. */
export interface World extends AsyncDisposable {
  store: Store
  /** File of the store, if requested. */
  database: string
  engine: Engine
  /** What instances claim to use, by their ids. */
  usage: Map<string, UsageFigures>
  metricStore: MetricStore
  traffic: RecordedTraffic
  logs: LogBook
  accessLogs: LogBook
  repositories: Repositories
  remoteRepositories: RemoteRepositories
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
  const store = await openTestStore(database)
  const logs = await openLogFiles({ folder, retention: { bytes: 1e8, age: 1e10 } })
  const usage = new Map<string, UsageFigures>()
  const metricStore = openMetricDatabase(':memory:', { maxBytes: 1e8, maxApplicationBytes: 1e8 })
  const accessLogs = await openLogFiles({
    folder: join(folder, 'access'),
    retention: { bytes: 1e8, age: 1e10 },
  })
  const world: World = {
    usage,
    metricStore,
    accessLogs,
    store,
    database,
    logs,
    engine: createMemoryEngine({
      watcher: {
        onLine: (...line) => world.watcher.onLine(...line),
        onExit: (exit) => world.watcher.onExit(exit),
      },
      usage,
    }),
    traffic: recordTraffic(),
    repositories: memoryRepositories(),
    remoteRepositories: createRemoteRepositories({
      folder: join(folder, 'repositories'),
      git: createGit(),
      replication: noReplication,
      limits: { pushBytes: 1e8, repositoryBytes: 1e9 },
      ...createRemoteAddresses({
        allowed: 'loopback',
        isRegistered: async ({ href }) => isAtRegisteredHost({ store }, href),
      }),
      findRedirect: createRedirectFinder(() => ''),
      authorities: () => '',
    }),
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
      await accessLogs.close()
      await store.close()
      await metricStore.close()
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
  tcpRedirections: Number.POSITIVE_INFINITY,
  networkGroups: Number.POSITIVE_INFINITY,
  networkGroupMembers: Number.POSITIVE_INFINITY,
  networkGroupPeers: Number.POSITIVE_INFINITY,
  deploymentsPerHour: Number.POSITIVE_INFINITY,
  disk: Number.POSITIVE_INFINITY,
}

/** A seller in France, who waits long for its money. */
export const testBilling: BillingPolicies = {
  seller: {
    name: 'Harbour Ltd',
    address: ['1 Quay', '75001 Paris'],
    country: 'FR',
    vatNumber: 'FR12345678901',
    legalLines: [],
    email: 'billing@harbour.test',
    iban: '',
    bic: '',
  },
  paymentTerm: 15 * 86_400_000,
  reminderPause: 5 * 86_400_000,
  suspendAfter: 31 * 86_400_000,
  platformShare: '30',
  maxConsumption: 10_000,
}

export type ServerParts = Pick<
  World,
  'store' | 'engine' | 'traffic' | 'logs' | 'repositories' | 'providerClient'
>

/**
 * A server in this world. Its parts may be wrapped to watch or to disturb it; its queue begins at once unless it is held.
 */
export function startServer(
  world: World,
  wrap: (parts: ServerParts) => ServerParts = (parts) => parts,
  onBug: (error: unknown) => void = () => {},
  { isHeld = false } = {},
): Platform {
  const { store, engine, traffic, logs, repositories, providerClient } = wrap(world)
  const clock = systemClock
  const supervision = createSupervision(() => platform, clock, {
    restartPause: (crashes) => 10 * 2 ** crashes,
    onMoved: (moved) => adoptMovedInstance(platform, moved),
    onCrash: createAutoRollback(() => platform),
  })
  world.watcher = supervision.watcher
  const platform: Platform = createPlatform({
    store,
    engine,
    traffic,
    activator: { host: '127.0.0.1', port: 9 },
    logs,
    accessLogs: world.accessLogs,
    repositories,
    remoteRepositories: world.remoteRepositories,
    gitHostClients: createGitHostClients(providerClient, []),
    providerClient,
    // As if the provider of `addOffer` were built in.
    portVariables: new Map([['pigeon', ['PIGEON_PORT']]]),
    drainSender: createDrainSender({
      httpClient: providerClient,
      allowed: 'loopback',
      authorities: [],
    }),
    clock,
    supervision,
    probe,
    dns: { resolveTxt: async () => [], resolve: async () => [] },
    documents: createBillingDocuments(),
    metricStore: world.metricStore,
    passwords: testPasswords,
    mailer: { send: async (mail) => void world.mails.push(mail) },
    runtimes: [memoryRuntime],
    diskUsage: { of: async () => 0 },
    operation: fakeOperation(),
    toolchains: fakeToolchains(),
    policies: {
      quotas: { ...noQuotas },
      appsDomain: 'localhost',
      platformHosts: ['localhost', '127.0.0.1', 'api.example.test'],
      domainProof: 'none',
      networkGroupRange: '100.80.0.0/12',
      networkGroupDomain: 'ng.internal',
      networkGroupPorts: { from: 51_820, to: 52_819 },
      networkGroupHost: 'berth.test',
      publicAddresses: ['127.0.0.1'],
      publicName: undefined,
      tcpPorts: undefined,
      zones,
      healthCheckTimeout: 30_000,
      slowStartTimeout: 60_000,
      // A test about the probation asks for it with CC_PROBATION.
      probation: 0,
      autoRollback: false,
      autoRollbackWindow: 600_000,
      drainTimeout: 1000,
      stopGrace: 1000,
      releasesKept: 3,
      shellIdleTimeout: 3_600_000,
      maxFlavors: { instances: '3XL', builds: '3XL' },
      autoscaling: { interval: 10, upAfter: 60, downAfter: 300, pause: 60, cpus: 64 },
      repositoryInterval: 300_000,
      maxConcurrentDeployments: 4,
      metricsToken: undefined,
      hasApplicationMetrics: false,
      hasWeeklyReport: true,
      signup: 'closed',
      tokensAcrossConsumers: true,
      operators: ['operator@example.test'],
      providerTimeout: 60_000,
      billing: testBilling,
    },
    apiRate: 600,
    toolConsumerKey: world.account.consumerKey,
    pagesUrl: () => 'https://api.example.test',
    consoleUrl: () => 'https://console.example.test',
    visitorListeners: () => ({
      http: 'http://apps.example.test',
      https: 'https://apps.example.test',
    }),
    firstLogin: { async forgetPassword() {} },
    log: (line) => onBug(new Error(line)),
    onBug,
  })
  if (!isHeld) platform.queue.begin()
  return platform
}

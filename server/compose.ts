import { join } from 'node:path'
import { createGit } from '#git/git.ts'
import { createHostKey } from '#git/host-key.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createTurns } from '#kit/concurrency/keyed-mutex.ts'
import { issueCertificate } from '#kit/crypto/x509.ts'
import { probe } from '#outbound/health-probe.ts'
import { createCallLimits } from '#platform/access/limits/call-limits.ts'
import { createStreamLimits } from '#platform/access/limits/stream-limits.ts'
import { createNonces } from '#platform/access/oauth1/nonces.ts'
import type { Platform } from '#platform/platform.ts'
import { createDeploymentRate } from '#platform/quotas/deployment-rate.ts'
import { ownZone, zones } from '#platform/zones.ts'
import { openNodeRouter } from '#routers/node/node-router.ts'
import { createRuntimes } from '#runtimes/runtimes.ts'
import type { Settings } from '#settings.ts'
import { openLogFiles } from '#stores/files/log-files.ts'
import { openNonceFiles } from '#stores/files/nonce-files.ts'
import { openApiServer, openBridgeServer } from './api/http/api-server.ts'
import type { Addresses } from './api/http/endpoint.ts'
import { openGitServer } from './git/git-server.ts'
import { createProviderClient } from './outbound/providers/provider-client.ts'
import { createAttempts } from './platform/access/limits/attempts.ts'
import { createPasswordHasher, defaultPasswordCost } from './platform/access/login/passwords.ts'
import { createWaitingLogins } from './platform/access/login/waiting-logins.ts'
import { takeUp } from './platform/addons/orders/reconcile-addon.ts'
import { createAgenda } from './platform/addons/worker/provisioning-worker.ts'
import { stopAllInstances } from './platform/deployments/instances/instances.ts'
import { createSupervision } from './platform/deployments/instances/supervise.ts'
import { tellStory } from './platform/deployments/pipeline/deployment-log.ts'
import { perform } from './platform/deployments/queue/deployment-worker.ts'
import { createQueue } from './platform/deployments/queue/queue.ts'
import { recover } from './platform/deployments/queue/recover.ts'
import { createMailWorker } from './platform/mail/mail-worker.ts'
import { lineOfAddon } from './platform/providers/calls/take-logs.ts'
import { quotasOf } from './quota-settings.ts'
import { listenerNames, publicAddresses } from './start/addresses.ts'
import { createCliPackage } from './start/cli-package/cli-package.ts'
import { registerConsumers } from './start/consumers.ts'
import { type DataFolder, openDataFolder } from './start/disk/data-folder.ts'
import { createDiskUsage } from './start/disk/disk-usage.ts'
import { trimToolchains } from './start/disk/trim-toolchains.ts'
import { openEngine } from './start/engine.ts'
import { firstLoginIn, firstStart } from './start/first-start.ts'
import { createPushGate } from './start/git/git-backend.ts'
import { openGitConfinement } from './start/git/git-confinement.ts'
import { gitRepositories } from './start/git/repositories.ts'
import { measureMachine } from './start/machine-size.ts'
import { openMailer } from './start/mailer.ts'
import { openOwnProviders } from './start/own-providers/own-providers.ts'
import { privateTargetsOf } from './start/private-targets.ts'
import { openStore } from './start/store.ts'
import { databaseInstaller } from './start/system-packages.ts'
import { toolVersions } from './toolchains/npm/catalogue/catalogue.ts'
import { endOfLife } from './toolchains/npm/catalogue/end-of-life.ts'

/** What a close ends: the server alone, or the router and the instances with it. */
export type Extent = 'server' | 'everything'

/** The whole platform, running. */
export interface Berth {
  readonly addresses: Addresses
  readonly folder: DataFolder
  /** What this machine cannot isolate, one sentence each. */
  readonly weaknesses: readonly string[]
  close(extent: Extent): Promise<void>
}

/** The one place where all parts meet. What is opened last is closed first. */
export async function compose(settings: Settings, log: (line: string) => void): Promise<Berth> {
  await using ground = new AsyncDisposableStack()
  await using parts = new AsyncDisposableStack()
  let ending: Extent | 'failed start' = 'failed start'
  const opened = <T extends { close(): unknown }>(part: T, stack = parts): T => {
    stack.defer(async () => void (await part.close()))
    return part
  }
  const reportBug = (error: unknown) => log(`bug: ${error instanceof Error ? error.stack : error}`)

  const clock = systemClock
  const folder = await openDataFolder(settings.data, createHostKey)
  const supervision = createSupervision(() => platform, clock)
  // The router starts, and the engine tries what this machine can do, in processes of their own: they work
  // while this one is busy loading the store.
  const routerOpening = openNodeRouter({
    folder: folder.path('router'),
    host: settings.bind,
    httpPort: settings.httpPort,
    httpsPort: settings.httpsPort,
    publicHttpsPort: settings.publicHttpsPort,
    authority: folder.authority.certificate,
    identityFor: (host) => issueCertificate(folder.authority, [host]),
    trustedProxies: settings.trustedProxies,
    say: log,
  })
  const engineOpening = openEngine(settings, folder, {
    watcher: supervision.watcher,
    visitorPorts: async () => Object.values((await routerOpening).addresses),
    log,
  })
  const unlessFailed = <T>(opening: Promise<T>) => opening.catch(() => undefined)
  const engineOpened = unlessFailed(engineOpening)
  const routerOpened = unlessFailed(routerOpening)
  parts.defer(async () => (await engineOpened)?.close())
  parts.defer(async () => {
    const router = await routerOpened
    if (!router) return
    const isUnused = ending === 'failed start' && !router.wasRunning
    await (ending === 'everything' || isUnused ? router.stop() : router.close())
  })
  const store = opened(await openStore(folder), ground)
  const logs = opened(
    await openLogFiles({
      folder: folder.path('logs'),
      retention: { bytes: settings.logLimit, age: settings.logAge },
    }),
    ground,
  )
  const nonceFiles = opened(openNonceFiles(folder.path('nonces')), ground)
  const passwords = createPasswordHasher(defaultPasswordCost)
  const toolConsumerKey = await firstStart({ store, clock, passwords }, folder, settings)
  await registerConsumers({ store, clock }, settings.consumers)
  const ownProviders = await openOwnProviders({
    store,
    clock,
    folder: folder.path('providers'),
    log,
    keyFor: (id) => folder.keyFor(`provider ${id}`),
    addonsHost: () => engine.addonsHost,
    addons: settings,
    authority: folder.authority,
    apiUrl: () => known().api,
    environment: { NODE_EXTRA_CA_CERTS: folder.path('ca.pem') },
    install: databaseInstaller(settings),
    report: (addonId, message) => logs.append(lineOfAddon({ addonId, severity: 'info', message })),
  })
  parts.defer(() => ownProviders.close(ending === 'everything' ? 'everything' : 'server'))
  const [engine, router] = await Promise.all([engineOpening, routerOpening])
  const quotas = quotasOf(settings, await measureMachine(folder.root))
  const mailer = await openMailer(settings, log)
  const confinement = opened(openGitConfinement(folder.path('repositories'), log))
  const repositories = { folder: folder.path('repositories'), git: createGit(confinement) }
  const platform: Platform = {
    store,
    clock,
    nonces: createNonces(clock, nonceFiles),
    attempts: createAttempts(clock),
    passwords,
    callLimits: createCallLimits(settings.apiRate, clock),
    streamLimits: createStreamLimits(),
    mailWorker: createMailWorker({ platform: () => platform, mailer, log, onBug: reportBug }),
    providerClient: ownProviders.around(
      createProviderClient({
        allowed: privateTargetsOf(settings),
        authorities: [folder.authority.certificate],
      }),
      createProviderClient({ allowed: 'loopback', authorities: [] }),
    ),
    agenda: createAgenda({
      platform: () => platform,
      takeUp: (addonId) => takeUp(platform, addonId),
      onBug: reportBug,
    }),
    engine,
    supervision,
    probe,
    traffic: router,
    routeTurns: createTurns(),
    logs,
    queue: createQueue({
      store,
      clock,
      atOnce: settings.deploymentsAtOnce,
      perAccount: settings.ownerDeploymentsAtOnce,
      perform: (deployment, signal) => perform(platform, deployment, signal, reportBug),
      onWait: (deployment, sentence) => tellStory({ logs }, deployment).say(sentence),
      onBug: reportBug,
    }),
    repositories: gitRepositories(repositories),
    runtimes: createRuntimes({
      versions: toolVersions,
      endOfLife,
      today: () => new Date(clock()).toISOString().slice(0, 10),
    }),
    deploymentRate: createDeploymentRate(quotas, clock),
    diskUsage: createDiskUsage({ store, clock, data: folder.root }),
    policies: {
      ...settings,
      quotas,
      zones: [...zones, ...settings.zones.map(ownZone)],
      operators: settings.operators.length > 0 ? settings.operators : [settings.adminEmail],
    },
    toolConsumerKey,
    waitingLogins: createWaitingLogins(clock),
    pagesUrl: () => known().api,
    firstLogin: firstLoginIn(folder),
  }
  opened(supervision)
  parts.defer(() => (ending === 'everything' ? stopAllInstances(platform) : undefined))
  opened(platform.queue)
  opened(platform.mailWorker)
  await recover(platform, reportBug)

  let addresses: Addresses | undefined
  const known = () => {
    if (!addresses) throw new Error('a listener was used before all were open')
    return addresses
  }
  const identity = issueCertificate(folder.authority, listenerNames(settings))
  const { bind: host, trustedProxies } = settings
  const { signer } = folder
  const cliPackage = createCliPackage(join(import.meta.dirname, '..'))
  const listener = {
    host,
    identity,
    platform,
    addresses: known,
    signer,
    cliPackage,
    trustedProxies,
    log,
  }
  const git = opened(
    await openGitServer({
      host: settings.bind,
      port: settings.gitPort,
      ...repositories,
      gate: createPushGate(platform, known),
      identity,
      hostKey: folder.hostKey,
      limits: { pushBytes: settings.pushLimit, repositoryBytes: settings.repositoryLimit },
      log,
    }),
  )
  const bridge = opened(await openBridgeServer({ ...listener, port: settings.bridgePort }))
  const api = opened(await openApiServer({ ...listener, port: settings.apiPort }))
  // Closed before the listeners: whoever waits there for a provider would keep them open.
  opened(platform.agenda)
  addresses = publicAddresses(settings, {
    api: api.port,
    bridge: bridge.port,
    git: git.port,
    visitors: router.addresses,
  })
  const tidying = setInterval(() => tidy(platform, settings, folder).catch(reportBug), 3_600_000)
  parts.defer(() => clearInterval(tidying))
  // Not before every listener is open: a start that fails must not leave behind what it has started.
  platform.queue.begin()
  platform.mailWorker.begin()
  await ownProviders.begin()
  platform.agenda.begin()

  const [running, standing] = [parts.move(), ground.move()]
  return {
    addresses,
    folder,
    weaknesses: engine.weaknesses,
    async close(extent) {
      ending = extent
      try {
        await running.disposeAsync()
      } finally {
        await standing.disposeAsync()
      }
    },
  }
}

/** What has outlived its age goes. */
async function tidy(
  { store, logs, clock }: Platform,
  settings: Settings,
  { path }: DataFolder,
): Promise<void> {
  await logs.trim()
  await store.removeExpired(clock())
  await store.audit.removeOlderThan(clock() - settings.auditAge)
  await store.deliveries.removeOlderThan(clock() - settings.deliveryAge)
  const maxBytes = settings.toolchainDiskLimit
  await trimToolchains({ store, clock, settings, path, maxBytes })
}

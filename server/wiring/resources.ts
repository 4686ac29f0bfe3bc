import {
  type BuiltInProviders,
  openBuiltInProviders,
} from '#built-in-providers/built-in-providers.ts'
import { portVariablesOf, readOffers } from '#built-in-providers/offer.ts'
import { openProvidersElsewhere } from '#built-in-providers/providers-elsewhere.ts'
import { createGit } from '#git/git.ts'
import { noReplication, type Replication } from '#git/replication/replication.ts'
import type { RepositoryFolder } from '#git/repository.ts'
import { type CommitMeasures, createCommitMeasures } from '#git/trees/measure-commit.ts'
import { createWarmSources, type WarmSources } from '#git/warm-sources.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import { publicKeyLine } from '#kit/crypto/ssh-keys.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import { compileCacheOf } from '#kit/process/compile-cache.ts'
import { createDnsResolver } from '#outbound/dns-resolver.ts'
import { createDrainSender } from '#outbound/drains/drain-sender.ts'
import { createGitHostClients } from '#outbound/git-hosts/git-host-clients.ts'
import { probe } from '#outbound/health-probe.ts'
import { createLogMailer } from '#outbound/log-mailer.ts'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import type { PrivateTargets } from '#outbound/providers/targets.ts'
import type { PlatformResources } from '#platform/create-platform.ts'
import { adoptMovedInstance } from '#platform/hosting/deployments/instances/adopt-moved-instance.ts'
import { createSupervision } from '#platform/hosting/deployments/instances/supervise.ts'
import { createAutoRollback } from '#platform/hosting/deployments/releases/auto-rollback.ts'
import {
  createPasswordHasher,
  defaultPasswordCost,
} from '#platform/identity/access/login/passwords.ts'
import { lineOfAddon } from '#platform/marketplace/providers/calls/ingest-logs.ts'
import type { Mailer } from '#platform/model/events/email.ts'
import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import { singleServerPlacement } from '#platform/model/hosting/placement/placement.ts'
import { ownZone, zones } from '#platform/model/zones.ts'
import type { Platform } from '#platform/platform.ts'
import type { VisitorListeners } from '#protocol/visitor-url.ts'
import type { RouterProcess } from '#routers/control/router-process.ts'
import { createRuntimes } from '#runtimes/runtimes.ts'
import { measureMachine } from '#settings/machine-size.ts'
import type { Settings } from '#settings/settings.ts'
import { billingPoliciesOf } from '#settings/topics/billing.ts'
import { quotasOf } from '#settings/topics/quotas.ts'
import { scalingPoliciesOf } from '#settings/topics/scaling.ts'
import { openLogFiles } from '#stores/files/log-files.ts'
import { openNonceFiles } from '#stores/files/nonce-files.ts'
import { openAcme } from './acme.ts'
import { operatorChoices } from './addons/operator-choices.ts'
import { platformHosts, tunnelHost, visitorAddresses } from './addresses.ts'
import { openBillingDocuments } from './billing-documents.ts'
import { registerConsumers } from './consumers.ts'
import type { DataFolder } from './disk/data-folder.ts'
import { createDiskUsage } from './disk/disk-usage.ts'
import { openEngine } from './engine.ts'
import { firstLoginIn, firstStart } from './first-start.ts'
import { gitRepositories } from './git/git-backend.ts'
import { openGitConfinement } from './git/git-confinement.ts'
import { registerGitHosts } from './git/git-hosts-file.ts'
import { openRemoteRepositories } from './git/open-remote-repositories.ts'
import { openReplication } from './git/open-replication.ts'
import type { Launched } from './launch.ts'
import type { Lifetime } from './lifetime.ts'
import { openMetricStore } from './metric-store.ts'
import { openSharedObjects, type SharedObjects } from './objects/open-objects.ts'
import { openOperation } from './operation/open-operation.ts'
import { databaseInstaller } from './packages/system-packages.ts'
import { swarmIdentity } from './servers/swarm-identity.ts'
import { openStore } from './store.ts'
import { openToolchains } from './toolchains/open-toolchains.ts'

export interface ResourceOptions {
  settings: Settings
  launched: Launched
  lifetime: Lifetime
  /** Available once everything is open. */
  platform: () => Platform
  apiUrl: () => string
  visitorListeners: () => VisitorListeners
  /** URL of the API for processes of this machine. */
  localApiUrl: () => string
  /** Aborted by a signal that ends a start which is not complete. */
  interruption: AbortSignal
  log: (line: string) => void
  onBug: (error: unknown) => void
}

/** Open resources of this machine: files, database, engine, router, and built-in providers. */
export interface Resources {
  folder: DataFolder
  engine: Engine
  router: RouterProcess
  builtInProviders: BuiltInProviders
  /** Absent when files stay in the data folder. */
  objects: SharedObjects | undefined
  repositories: RepositoryFolder & {
    measures: CommitMeasures
    warmSources: WarmSources
    replication: Replication | undefined
  }
  forPlatform: PlatformResources
}

/** Opens the implementations that the operator has chosen. */
export async function openResources(options: ResourceOptions): Promise<Resources> {
  const { settings, launched, lifetime, log, apiUrl, localApiUrl, interruption } = options
  const { folder } = launched
  const clock = systemClock
  const supervision = createSupervision(options.platform, clock, {
    onMoved: (moved) => adoptMovedInstance(options.platform(), moved),
    onCrash: createAutoRollback(options.platform),
  })
  const identity = await swarmIdentity(settings, folder, launched.store)
  const engineOpening = openEngine(settings, folder, {
    watcher: supervision.watcher,
    identity,
    visitorPorts: async () => Object.values((await launched.router).addresses),
    machine: launched.machine,
    log,
  })
  const engineOpened = engineOpening.catch(() => undefined)
  lifetime.defer(async () => (await engineOpened)?.close())

  const store = launched.store ?? lifetime.ground(await openStore(folder, settings.store, log))
  const logs = lifetime.ground(
    await openLogFiles({
      folder: folder.path('logs'),
      retention: { bytes: settings.logLimit, age: settings.logAge },
    }),
  )
  const accessLogs = lifetime.ground(
    await openLogFiles({
      folder: folder.path('access-logs'),
      retention: { bytes: settings.logLimit, age: settings.logAge },
    }),
  )
  const metricStore = lifetime.ground(
    openMetricStore(folder.path('metrics.sqlite'), settings.metricsDiskLimit, log),
  )
  const objects = await openSharedObjects(settings)
  lifetime.defer(() => objects?.store.close())
  const nonceFiles = lifetime.ground(openNonceFiles(folder.path('nonces')))
  interruption.throwIfAborted()
  const passwords = createPasswordHasher(defaultPasswordCost)
  const toolConsumerKey = await firstStart({ store, clock, passwords }, folder, settings)
  await registerConsumers({ store, clock }, settings.consumers)
  await registerGitHosts({ store, clock }, settings.gitHostsFile)
  const placement = store.shared?.placement ?? singleServerPlacement
  const openProviders = (await placement.assign('built-in providers'))
    ? openBuiltInProviders
    : openProvidersElsewhere
  const builtInProviders = await openProviders({
    store,
    clock,
    folder: folder.path('providers'),
    log,
    keyFor: (id) => folder.keyFor(`provider ${id}`),
    addonsHost: () => engine.addonsHost,
    addons: settings,
    authority: folder.authority,
    apiUrl: localApiUrl,
    environment: {
      ...compileCacheOf(folder.path('providers')),
      NODE_EXTRA_CA_CERTS: folder.path('ca.pem'),
    },
    install: databaseInstaller(settings),
    choices: operatorChoices(settings),
    searched: launched.programs,
    report: (addonId, message) => logs.append(lineOfAddon({ addonId, severity: 'info', message })),
  })
  lifetime.defer(() =>
    builtInProviders.close(lifetime.ending === 'everything' ? 'everything' : 'server'),
  )
  interruption.throwIfAborted()
  const operation = lifetime.opened(
    openOperation({
      settings,
      folder,
      clock,
      builtInProviders,
      objects,
      platform: options.platform,
      apiUrl,
      log,
    }),
  )
  const machine = await measureMachine(folder.root)
  const { path } = folder
  const { toolchains, catalogue } = await openToolchains({ settings, path, clock, log })
  const [engine, router] = await Promise.all([engineOpening, launched.router])
  const confinement = lifetime.opened(
    openGitConfinement(folder.path('repositories'), { log, endsLeftovers: true }),
  )
  const git = createGit(confinement)
  const localRepositories = {
    folder: folder.path('repositories'),
    git,
    measures: createCommitMeasures(),
    warmSources: createWarmSources(git),
  }
  const replication = await openReplication({ store, objects, clock, log, localRepositories })
  const repositories = { ...localRepositories, replication }
  lifetime.opened(supervision)

  const targets = {
    allowed: privateTargetsOf(settings),
    authorities: [folder.authority.certificate],
  }
  const outgoing = createProviderClient(targets)

  return {
    folder,
    engine,
    router,
    builtInProviders,
    objects,
    repositories,
    forPlatform: {
      store,
      clock,
      logs,
      accessLogs,
      nonceFiles,
      metricStore,
      passwords,
      engine,
      supervision,
      traffic: router,
      ...(await openAcme(settings)),
      repositories: gitRepositories(localRepositories, replication, settings.repositoryLimit),
      remoteRepositories: openRemoteRepositories({
        ...localRepositories,
        store,
        targets,
        replication: replication ?? noReplication,
        limits: { pushBytes: settings.pushLimit, repositoryBytes: settings.repositoryLimit },
      }),
      gitHostClients: createGitHostClients(outgoing, targets.authorities),
      runtimes: createRuntimes(catalogue),
      toolchains,
      drainSender: createDrainSender({ httpClient: outgoing, ...targets }),
      providerClient: builtInProviders.around(
        outgoing,
        createProviderClient({ allowed: 'loopback', authorities: [] }),
      ),
      portVariables: portVariablesOf(await readOffers()),
      objects: objects?.store,
      mailer: await openMailer(settings, log),
      probe,
      dns: createDnsResolver({ servers: settings.dnsServers }),
      documents: await openBillingDocuments(settings),
      operation,
      diskUsage: createDiskUsage({ store, data: folder.root }),
      policies: {
        ...settings,
        billing: billingPoliciesOf(settings),
        quotas: quotasOf(settings, machine),
        ...scalingPoliciesOf(settings, machine),
        platformHosts: platformHosts(settings, engine.addonsHost),
        publicAddresses: visitorAddresses(settings),
        networkGroupHost: settings.networkGroupHost ?? tunnelHost(settings),
        zones: [...zones, ...settings.zones.map(ownZone)],
        operators: settings.operators.length > 0 ? settings.operators : [settings.adminEmail],
      },
      apiRate: settings.apiRate,
      maxDeploymentsPerOwner: settings.maxDeploymentsPerOwner,
      toolConsumerKey,
      listenerAuthority: folder.authority.certificate,
      sshHostKey: publicKeyLine(folder.hostKey),
      pagesUrl: apiUrl,
      visitorListeners: options.visitorListeners,
      consoleUrl: () => settings.consoleUrl ?? apiUrl(),
      firstLogin: firstLoginIn(folder),
      log,
      onBug: options.onBug,
    },
  }
}

/** The mail server of the settings; without one, e-mails are logged. */
async function openMailer(
  { smtpUrl, mailFrom }: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
  log: (line: string) => void,
): Promise<Mailer> {
  if (!smtpUrl) return createLogMailer(log)
  const [{ createSmtpMailer }, { mailServerAt }] = await Promise.all([
    import('#outbound/smtp/smtp-mailer.ts'),
    import('#outbound/smtp/mail-server.ts'),
  ])
  return createSmtpMailer(mailServerAt(smtpUrl), mailFrom)
}

/** A platform bound to loopback may call loopback addresses, unless its operator says otherwise. */
function privateTargetsOf({
  privateTargets,
  bind,
}: Pick<Settings, 'privateTargets' | 'bind'>): PrivateTargets {
  if (privateTargets) return privateTargets
  return isLoopback(bind) ? 'loopback' : 'none'
}

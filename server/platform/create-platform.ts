import { monotonicClock } from '#kit/concurrency/clock.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { createStoredTimes } from '#kit/time/stored-times.ts'
import { createBillingWorker } from './billing/billing-worker.ts'
import { rememberBuyer } from './billing/invoices/buyer.ts'
import { manualPayment } from './billing/payments/manual.ts'
import { createEventHub } from './events/create-event-hub.ts'
import { createWebhookWorker } from './events/hooks/webhook-worker.ts'
import { recordActionEvent } from './events/record-event.ts'
import { createDomainChecks } from './hosting/applications/domains/checks/domain-checks.ts'
import { createCertificateWorker } from './hosting/certificates/certificate-worker.ts'
import { createRepositoryWorker } from './hosting/connected-repositories/repository-worker.ts'
import { createDeliveryLimits } from './hosting/connected-repositories/webhooks/create-delivery-limits.ts'
import { createCronWorker } from './hosting/crons/cron-worker.ts'
import { createExpectedInstances } from './hosting/deployments/instances/expected-instances.ts'
import { limitsOf } from './hosting/deployments/instances/instances.ts'
import { createLiveness } from './hosting/deployments/liveness/liveness-monitor.ts'
import { createDeploymentLog } from './hosting/deployments/pipeline/deployment-log.ts'
import { createQueue } from './hosting/deployments/queue/create-queue.ts'
import { runDeployment } from './hosting/deployments/queue/deployment-worker.ts'
import { queueRestarts } from './hosting/deployments/queue/queue-restarts.ts'
import { settleInstances } from './hosting/deployments/queue/settle-instances.ts'
import { createRecipeQuestions } from './hosting/deployments/recipe/create-recipe-questions.ts'
import { createReconciler } from './hosting/deployments/reconcile/reconciler.ts'
import { createRouteRepair } from './hosting/deployments/route-repair-worker.ts'
import { createStatusWorker } from './hosting/git-hosts/statuses/status-worker.ts'
import { createNetworkGroupWorker } from './hosting/network-groups/network-group-worker.ts'
import { createPlacementWorker } from './hosting/placement/placement-worker.ts'
import { createPreviewWorker } from './hosting/previews/preview-worker.ts'
import { createCommentWorker } from './hosting/pull-requests/comments/comment-worker.ts'
import { createPullRequestWorker } from './hosting/pull-requests/pull-request-worker.ts'
import { createRuns } from './hosting/runs/create-runs.ts'
import { createAutoscaler } from './hosting/scaling/autoscaler.ts'
import { createShells } from './hosting/shells/create-shells.ts'
import { createWaker } from './hosting/sleep/create-waker.ts'
import { createSleepWorker } from './hosting/sleep/sleep-worker.ts'
import { createVisitTracker } from './hosting/sleep/visit-tracker.ts'
import { createOutdatedApplications } from './hosting/toolchains/outdated-applications.ts'
import { createRedeploymentWorker } from './hosting/toolchains/redeployments/redeployment-worker.ts'
import { createToolchainWorker } from './hosting/toolchains/toolchain-worker.ts'
import { createAttempts } from './identity/access/limits/create-attempts.ts'
import { createCallLimits } from './identity/access/limits/create-call-limits.ts'
import { createStreamLimits } from './identity/access/limits/create-stream-limits.ts'
import { createNonces, createSharedNonces } from './identity/access/oauth1/create-nonces.ts'
import { mailDecisions } from './identity/mail-decisions/decisions.ts'
import { createDeploymentRate } from './identity/quotas.ts'
import { createMailWorker } from './mail/mail-worker.ts'
import { createBackupCopier } from './marketplace/addons/backups/backup-copier.ts'
import { reconcileAddon } from './marketplace/addons/orders/reconcile-addon.ts'
import { createProvisioningWorker } from './marketplace/addons/worker/provisioning-worker.ts'
import type { Mailer } from './model/events/email.ts'
import { singleServerPlacement } from './model/hosting/placement/placement.ts'
import { runIdOf } from './model/hosting/runs/run.ts'
import type { NonceStore } from './model/identity/access/nonce-store.ts'
import { createWaitingLogins } from './model/identity/access/waiting-logins.ts'
import type { MetricStore } from './model/observability/metric-store.ts'
import { createDrainWorker } from './observability/drains/create-drain-worker.ts'
import { createAddonSampler } from './observability/metrics/addons/create-addon-sampler.ts'
import type { InstanceSize } from './observability/metrics/collector.ts'
import { createMetrics } from './observability/metrics/create-metrics.ts'
import { createPlatformCounters } from './observability/metrics/create-platform-counters.ts'
import { createAlertWorker } from './overview/alerts/alert-worker.ts'
import { createWeeklyReportWorker } from './overview/weekly-report/weekly-report-worker.ts'
import type { Platform } from './platform.ts'

type Given =
  | 'store'
  | 'clock'
  | 'passwords'
  | 'logs'
  | 'accessLogs'
  | 'engine'
  | 'traffic'
  | 'activator'
  | 'acme'
  | 'supervision'
  | 'repositories'
  | 'remoteRepositories'
  | 'gitHostClients'
  | 'runtimes'
  | 'toolchains'
  | 'providerClient'
  | 'portVariables'
  | 'objects'
  | 'drainSender'
  | 'probe'
  | 'dns'
  | 'documents'
  | 'diskUsage'
  | 'operation'
  | 'policies'
  | 'toolConsumerKey'
  | 'listenerAuthority'
  | 'sshHostKey'
  | 'pagesUrl'
  | 'consoleUrl'
  | 'visitorListeners'
  | 'firstLogin'

/** Parts that the platform is composed of, and the operator's decisions. */
export interface PlatformResources extends Pick<Platform, Given> {
  /** Persistent nonces of the only server; in memory only when absent. */
  nonceFiles?: NonceStore
  mailer: Mailer
  metricStore: MetricStore
  /** API calls per minute and credential. */
  apiRate: number
  /** Concurrent deployments per account; default: about half of all. */
  maxDeploymentsPerOwner?: number | undefined
  /** Writes to the operator's log. */
  log: (line: string) => void
  /** Called with unexpected errors. */
  onBug: (error: unknown) => void
}

/** Creates the platform around its resources. Queue and workers wait for `begin`. */
export function createPlatform(resources: PlatformResources): Platform {
  const { nonceFiles, mailer, metricStore, apiRate, maxDeploymentsPerOwner, log, onBug, ...given } =
    resources
  const { store, clock, logs, policies, engine, traffic } = given
  const { shared } = store
  const placement = shared?.placement ?? singleServerPlacement
  const forWorkers = { platform: () => platform, log, onBug }
  const platform: Platform = {
    ...given,
    nonces: shared ? createSharedNonces(clock, shared.nonces) : createNonces(clock, nonceFiles),
    monotonic: monotonicClock,
    times: createStoredTimes({
      clock: () => platform.clock(),
      monotonic: () => platform.monotonic(),
    }),
    attempts: createAttempts(monotonicClock, shared?.attempts),
    callLimits: createCallLimits(apiRate, monotonicClock),
    streamLimits: createStreamLimits(),
    recipeQuestions: createRecipeQuestions(),
    domainChecks: createDomainChecks({ dns: () => platform.dns, clock: () => platform.clock() }),
    waitingLogins: shared?.waitingLogins ?? createWaitingLogins(clock),
    deploymentRate: createDeploymentRate(policies.quotas, monotonicClock),
    placement,
    routeLock: createKeyedMutex(),
    actionEvents: { record: recordActionEvent },
    eventHub: createEventHub(store, onBug),
    webhookWorker: createWebhookWorker(forWorkers),
    drainWorker: createDrainWorker(forWorkers),
    shells: createShells(forWorkers),
    runs: createRuns(forWorkers),
    liveness: createLiveness(forWorkers),
    mailWorker: createMailWorker({
      platform: () => platform,
      mailer,
      decisions: mailDecisions,
      log,
      onBug,
    }),
    counters: createPlatformCounters(),
    metrics: createMetrics({
      clock,
      store: metricStore,
      readUsage: () => engine.usage(),
      async readStatistics() {
        const statistics = await traffic.statistics()
        platform.visits.observe(statistics)
        return statistics
      },
      async sizeOf(instanceId) {
        const instance =
          (await store.instances.find(instanceId)) ?? (await store.runs.find(runIdOf(instanceId)))
        return instance && sizeOf(instance.flavor)
      },
      onBug,
    }),
    addonSampler: createAddonSampler({ platform: () => platform, store: metricStore, onBug }),
    buyers: { remember: rememberBuyer },
    paymentProvider: manualPayment,
    billingWorker: createBillingWorker(forWorkers),
    certificateWorker: createCertificateWorker(forWorkers),
    cronWorker: createCronWorker(forWorkers),
    repositoryWorker: createRepositoryWorker(forWorkers),
    pullRequestWorker: createPullRequestWorker(forWorkers),
    commentWorker: createCommentWorker(forWorkers),
    deliveryLimits: createDeliveryLimits(monotonicClock),
    previewWorker: createPreviewWorker(forWorkers),
    statusWorker: createStatusWorker(forWorkers),
    routeRepair: createRouteRepair(forWorkers),
    placementWorker: createPlacementWorker(forWorkers),
    networkGroupWorker: createNetworkGroupWorker(forWorkers),
    reconciler: createReconciler(forWorkers),
    autoscaler: createAutoscaler(forWorkers),
    visits: createVisitTracker(() => platform.monotonic(), clock),
    waker: createWaker(() => platform),
    sleepWorker: createSleepWorker(forWorkers),
    toolchainWorker: createToolchainWorker(forWorkers),
    outdatedApplications: createOutdatedApplications(() => platform),
    redeploymentWorker: createRedeploymentWorker(forWorkers),
    weeklyReportWorker: createWeeklyReportWorker(forWorkers),
    alertWorker: createAlertWorker(forWorkers),
    provisioningQueue: createProvisioningWorker({
      platform: () => platform,
      reconcileAddon: (addonId) => reconcileAddon(platform, addonId),
      onBug,
    }),
    backupCopier: createBackupCopier(forWorkers),
    expectedInstances: createExpectedInstances(() => platform),
    queue: createQueue({
      store,
      concurrency: policies.maxConcurrentDeployments,
      perAccount: maxDeploymentsPerOwner,
      runDeployment: (deployment, signal) => runDeployment(platform, deployment, signal, onBug),
      isLocal: async (id) =>
        (await placement.isLocal(id)) && !platform.placementWorker.isTakingOver(id),
      onWait: (deployment, sentence) => createDeploymentLog({ logs }, deployment).info(sentence),
      onBug,
    }),
    restarts: {
      enqueue: (store, ids, reason) => queueRestarts({ ...platform, store }, ids, reason),
    },
    suspensions: { settle: (id) => settleInstances(platform, id) },
  }
  return platform
}

function sizeOf(flavor: string): InstanceSize {
  const { cpus, memoryMegabytes } = limitsOf(flavor)
  return { maxCpus: cpus, maxMemoryBytes: memoryMegabytes * 1024 * 1024 }
}

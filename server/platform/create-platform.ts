import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { createAttempts } from './access/limits/attempts.ts'
import { createCallLimits } from './access/limits/call-limits.ts'
import { createStreamLimits } from './access/limits/stream-limits.ts'
import { createWaitingLogins } from './access/login/waiting-logins.ts'
import type { NonceStore } from './access/oauth1/nonce-store.ts'
import { createNonces } from './access/oauth1/nonces.ts'
import { reconcileAddon } from './addons/orders/reconcile-addon.ts'
import { createProvisioningWorker } from './addons/worker/provisioning-worker.ts'
import { createDeploymentLog } from './deployments/pipeline/deployment-log.ts'
import { runDeployment } from './deployments/queue/deployment-worker.ts'
import { createQueue } from './deployments/queue/queue.ts'
import type { Mailer } from './mail/email.ts'
import { createMailWorker } from './mail/mail-worker.ts'
import type { Platform } from './platform.ts'
import { createDeploymentRate } from './quotas/deployment-rate.ts'

type Given =
  | 'store'
  | 'clock'
  | 'passwords'
  | 'logs'
  | 'engine'
  | 'traffic'
  | 'supervision'
  | 'repositories'
  | 'runtimes'
  | 'providerClient'
  | 'probe'
  | 'diskUsage'
  | 'policies'
  | 'toolConsumerKey'
  | 'listenerAuthority'
  | 'pagesUrl'
  | 'firstLogin'

/** Parts that the platform is composed of, and the operator's decisions. */
export interface PlatformResources extends Pick<Platform, Given> {
  /** Persistent nonces; in memory only when absent. */
  nonceFiles?: NonceStore
  mailer: Mailer
  /** API calls per minute and credential. */
  apiRate: number
  /** Concurrent deployments per account; default: about half of all. */
  ownerDeploymentsAtOnce?: number | undefined
  /** Writes to the operator's log. */
  log: (line: string) => void
  /** Called with unexpected errors. */
  onBug: (error: unknown) => void
}

/** Creates the platform around its resources. Queue and workers wait for `begin`. */
export function createPlatform(resources: PlatformResources): Platform {
  const { nonceFiles, mailer, apiRate, ownerDeploymentsAtOnce, log, onBug, ...given } = resources
  const { store, clock, logs, policies } = given
  const platform: Platform = {
    ...given,
    nonces: createNonces(clock, nonceFiles),
    attempts: createAttempts(clock),
    callLimits: createCallLimits(apiRate, clock),
    streamLimits: createStreamLimits(),
    waitingLogins: createWaitingLogins(clock),
    deploymentRate: createDeploymentRate(policies.quotas, clock),
    routeTurns: createKeyedMutex(),
    mailWorker: createMailWorker({ platform: () => platform, mailer, log, onBug }),
    provisioningQueue: createProvisioningWorker({
      platform: () => platform,
      reconcileAddon: (addonId) => reconcileAddon(platform, addonId),
      onBug,
    }),
    queue: createQueue({
      store,
      clock,
      atOnce: policies.deploymentsAtOnce,
      perAccount: ownerDeploymentsAtOnce,
      runDeployment: (deployment, signal) => runDeployment(platform, deployment, signal, onBug),
      onWait: (deployment, sentence) => createDeploymentLog({ logs }, deployment).info(sentence),
      onBug,
    }),
  }
  return platform
}

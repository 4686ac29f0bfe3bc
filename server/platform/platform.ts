import type { Clock } from '#kit/concurrency/clock.ts'
import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { CallLimits } from '#platform/access/limits/call-limits.ts'
import type { StreamLimits } from '#platform/access/limits/stream-limits.ts'
import type { Nonces } from '#platform/access/oauth1/nonces.ts'
import type { Engine } from '#platform/deployments/engine.ts'
import type { Repositories } from '#platform/deployments/repositories.ts'
import type { Runtime } from '#platform/deployments/runtime.ts'
import type { Traffic } from '#platform/deployments/traffic.ts'
import type { LogBook } from '#platform/logs/log-book.ts'
import type { DeploymentRate } from '#platform/quotas/deployment-rate.ts'
import type { DiskUsage } from '#platform/quotas/disk-usage.ts'
import type { Quotas } from '#platform/quotas/quotas.ts'
import type { Attempts } from './access/limits/attempts.ts'
import type { PasswordHasher } from './access/login/passwords.ts'
import type { WaitingLogins } from './access/login/waiting-logins.ts'
import type { FirstLogin } from './accounts/users/first-login.ts'
import type { ProvisioningQueue } from './addons/worker/provisioning-queue.ts'
import type { Probe } from './deployments/instances/probe.ts'
import type { Supervision } from './deployments/instances/supervision.ts'
import type { Queue } from './deployments/queue/queue.ts'
import type { MailWorker } from './mail/email.ts'
import type { ProviderClient } from './providers/calls/provider-client.ts'
import type { Store } from './store.ts'
import type { Zone } from './zone.ts'

/** Settings of the operator that the platform's verbs go by. */
export interface Policies {
  /** Parent domain of the applications' default domains. */
  appsDomain: string
  zones: readonly Zone[]
  /** Default health check timeout, in milliseconds. */
  healthCheckTimeout: number
  /** Timeout for draining old instances, in milliseconds. */
  drainTimeout: number
  /** Time between SIGTERM and SIGKILL, in milliseconds. */
  stopGrace: number
  /** Releases kept per application for rollback. */
  releasesKept: number
  /** Who may create an account: nobody, users with an invitation, anybody. */
  signup: 'closed' | 'invite' | 'open'
  /** Whether an access token may be used through a consumer other than its own. */
  tokensAcrossConsumers: boolean
  /** Confirmed e-mail addresses of the operators. */
  operators: readonly string[]
  /** Timeout of a call to an add-on provider, in milliseconds. */
  providerTimeout: number
  quotas: Quotas
  /** Concurrent deployments on this machine. */
  deploymentsAtOnce: number
}

/** All parts of the platform, by name. */
export interface Platform {
  store: Store
  clock: Clock
  nonces: Nonces
  attempts: Attempts
  passwords: PasswordHasher
  callLimits: CallLimits
  streamLimits: StreamLimits
  mailWorker: MailWorker
  providerClient: ProviderClient
  provisioningQueue: ProvisioningQueue
  engine: Engine
  supervision: Supervision
  probe: Probe
  traffic: Traffic
  /** Mutex per application for updates of its route, so that the router's last update is the newest. */
  routeTurns: KeyedMutex
  logs: LogBook
  queue: Queue
  deploymentRate: DeploymentRate
  diskUsage: DiskUsage
  repositories: Repositories
  runtimes: readonly Runtime[]
  policies: Policies
  /** Consumer of the command-line tools' logins. */
  toolConsumerKey: string
  /** PEM certificate of the CA that signed the listeners' certificates. */
  listenerAuthority?: string
  /** Command-line tools waiting for their login to be confirmed. */
  waitingLogins: WaitingLogins
  /** URL of our pages, for links in e-mails. */
  pagesUrl: () => string
  firstLogin: FirstLogin
}

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

/** What an operator has decided and the platform's verbs need to know. */
export interface Policies {
  /** An application's own domain ends with this. */
  appsDomain: string
  zones: readonly Zone[]
  /** How long the health check waits for 200 unless the application says otherwise, in milliseconds. */
  healthCheckTimeout: number
  /** What requests under way get to finish before old instances stop, in milliseconds. */
  drainTimeout: number
  /** What an instance gets between SIGTERM and SIGKILL, in milliseconds. */
  stopGrace: number
  /** How many releases of an application are kept for a rollback. */
  releasesKept: number
  /** Who may make an account: nobody, whoever was invited to an organisation, anybody. */
  signup: 'closed' | 'invite' | 'open'
  /** Whether an access token may be used through another consumer than the one it was issued to. */
  tokensAcrossConsumers: boolean
  /** The confirmed addresses of those who run this platform. */
  operators: readonly string[]
  /** What an add-on provider gets to answer, in milliseconds. */
  providerTimeout: number
  quotas: Quotas
  /** How many deployments run at the same time on this machine. */
  deploymentsAtOnce: number
}

/** Everything the verbs of the platform need, by name. */
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
  /** One at a time, by application, decides where its visitors go: the last word to the router is the newest. */
  routeTurns: KeyedMutex
  logs: LogBook
  queue: Queue
  deploymentRate: DeploymentRate
  diskUsage: DiskUsage
  repositories: Repositories
  runtimes: readonly Runtime[]
  policies: Policies
  /** The consumer that logins of command-line tools are made for. */
  toolConsumerKey: string
  /** Certificate of the authority that has signed those of the listeners, in PEM. */
  listenerAuthority?: string
  /** Command-line tools that wait for a login to be confirmed. */
  waitingLogins: WaitingLogins
  /** Where browsers reach our pages, for the links in mails. */
  pagesUrl: () => string
  firstLogin: FirstLogin
}

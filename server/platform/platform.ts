import type { Clock } from '#kit/concurrency/clock.ts'
import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { Worker } from '#kit/concurrency/worker.ts'
import type { PortRange } from '#kit/net/free-port.ts'
import type { StoredTimes } from '#kit/time/stored-times.ts'
import type { CallLimits } from '#platform/access/limits/call-limits.ts'
import type { StreamLimits } from '#platform/access/limits/stream-limits.ts'
import type { Nonces } from '#platform/access/oauth1/nonces.ts'
import type { DnsResolver } from '#platform/applications/domains/proof.ts'
import type { BillingPolicies } from '#platform/billing/billing-policies.ts'
import type { BillingDocuments } from '#platform/billing/documents.ts'
import type { PaymentProvider } from '#platform/billing/payments/payment-provider.ts'
import type { Engine } from '#platform/deployments/engine.ts'
import type { Repositories } from '#platform/deployments/repositories.ts'
import type { Restarts } from '#platform/deployments/restarts.ts'
import type { RouteRepair } from '#platform/deployments/route-repair.ts'
import type { Runtime } from '#platform/deployments/runtime.ts'
import type { Suspensions } from '#platform/deployments/suspensions.ts'
import type { Traffic } from '#platform/deployments/traffic.ts'
import type { LogBook } from '#platform/logs/log-book.ts'
import type { Quotas } from '#platform/quotas/quotas.ts'
import type { MaxFlavors } from '#platform/scaling/max-flavors.ts'
import type { AutoscalingPolicies } from '#platform/scaling/scale-rules.ts'
import type { Attempts } from './access/limits/attempts.ts'
import type { PasswordHasher } from './access/login/passwords.ts'
import type { WaitingLogins } from './access/login/waiting-logins.ts'
import type { FirstLogin } from './accounts/users/first-login.ts'
import type { BackupCopier } from './addons/backups/backup-copy.ts'
import type { ProvisioningQueue } from './addons/worker/provisioning-queue.ts'
import type { Buyers } from './billing/invoices/buyers.ts'
import type { AcmeClient } from './certificates/acme/acme-client.ts'
import type { Probe } from './deployments/instances/probe.ts'
import type { Supervision } from './deployments/instances/supervision.ts'
import type { Liveness } from './deployments/liveness/liveness.ts'
import type { Queue } from './deployments/queue/queue.ts'
import type { RecipeQuestions } from './deployments/recipe/recipe-questions.ts'
import type { DrainSender } from './drains/drain-sender.ts'
import type { DrainWorker } from './drains/drain-worker.ts'
import type { ActionEvents } from './events/action-events.ts'
import type { EventHub } from './events/event-hub.ts'
import type { MailWorker } from './mail/email.ts'
import type { AddonSampler } from './metrics/addons/addon-sampler.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { PlatformCounters } from './metrics/platform-counters.ts'
import type { NetworkGroupWorker } from './network-groups/network-group.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { Operation } from './operation/operation.ts'
import type { ProviderClient } from './providers/calls/provider-client.ts'
import type { DeploymentRate, DiskUsage } from './quotas/quotas.ts'
import type { HomeKeeper, Homes } from './servers/homes.ts'
import type { Store } from './store.ts'
import type { Zone } from './zone.ts'

/** Settings of the operator that the platform's verbs go by. */
export interface Policies {
  /** Parent domain of the applications' default domains. */
  appsDomain: string
  /** Hosts of the platform itself: API, bridge, console, Git, add-ons. */
  platformHosts: readonly string[]
  /** Whether owners prove by a DNS record that a domain is theirs. */
  domainProof: 'none' | 'dns'
  /** IPv4 addresses at which visitors reach the router; empty when unknown. */
  publicAddresses: readonly string[]
  /** Host name that leads to these addresses; an application's own domain when absent. */
  publicName: string | undefined
  /** Public ports for TCP redirections; none when absent. */
  tcpPorts: PortRange | undefined
  /** Range of IPv4 addresses that subnets of network groups are taken from. */
  networkGroupRange: string
  /** Domain of the names of members of network groups. */
  networkGroupDomain: string
  /** UDP ports for machines and servers that join network groups. */
  networkGroupPorts: PortRange
  /** Host at which they reach this server. */
  networkGroupHost: string
  zones: readonly Zone[]
  /** Default health check timeout, in milliseconds. */
  healthCheckTimeout: number
  /** The same for applications that start slowly, in milliseconds. */
  slowStartTimeout: number
  /** Default probation of a new version after the switch, in milliseconds; 0 for none. */
  probation: number
  /** Whether a version that dies soon after its probation is rolled back, where its application does not say. */
  autoRollback: boolean
  /** How long after its probation that may happen, in milliseconds. */
  autoRollbackWindow: number
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
  billing: BillingPolicies
  /** The largest flavors that owners may choose. */
  maxFlavors: MaxFlavors
  autoscaling: AutoscalingPolicies
  /** Concurrent deployments on this machine. */
  deploymentsAtOnce: number
  /** Bearer token of the operator's monitoring. */
  metricsToken: string | undefined
  /** Whether the operator's monitoring sees each application. */
  hasApplicationMetrics: boolean
}

/** All parts of the platform, by name. */
export interface Platform {
  store: Store
  /** Wall clock: for dates alone. */
  clock: Clock
  /** Monotonic clock of this process: for durations. */
  monotonic: Clock
  /** Time since and until stored dates. */
  times: StoredTimes
  nonces: Nonces
  attempts: Attempts
  passwords: PasswordHasher
  callLimits: CallLimits
  streamLimits: StreamLimits
  recipeQuestions: RecipeQuestions
  /** Makes events of audited actions. */
  actionEvents: ActionEvents
  /** Wakes whoever follows events. */
  eventHub: EventHub
  /** Calls webhooks and mails digests of events in the background. */
  webhookWorker: Worker
  /** Sends what drains deliver. */
  drainSender: DrainSender
  /** Sends logs to their drains in the background. */
  drainWorker: DrainWorker
  mailWorker: MailWorker
  buyers: Buyers
  paymentProvider: PaymentProvider
  /** Renders invoices and statements. */
  documents: BillingDocuments
  /** Meters, invoices, reminds and suspends in the background. */
  billingWorker: Worker
  /** Looks up DNS records that prove who owns a domain. */
  dns: DnsResolver
  providerClient: ProviderClient
  provisioningQueue: ProvisioningQueue
  /** Files that survive this machine; absent when they stay in the data folder. */
  objects?: ObjectStore | undefined
  /** Copies back-ups of add-ons to the object store in the background. */
  backupCopier: BackupCopier
  engine: Engine
  supervision: Supervision
  liveness: Liveness
  probe: Probe
  traffic: Traffic
  /** The ACME server of the operator's choice; absent when there is none. */
  acme?: AcmeClient
  /** Orders, renews and assigns certificates in the background. */
  certificateWorker: Worker
  /** Which server each application lives at. */
  homes: Homes
  /** Takes up what other servers asked of applications that live here. */
  homeKeeper: HomeKeeper
  /** Mutex per application for updates of its route, so that the router's last update is the newest. */
  routeTurns: KeyedMutex
  logs: LogBook
  /** Requests of visitors, one line each. */
  accessLogs: LogBook
  metrics: Metrics
  /** Asks providers in the background what add-ons use. */
  addonSampler: AddonSampler
  counters: PlatformCounters
  queue: Queue
  /** Restarts applications that need new variables. */
  restarts: Restarts
  /** Stops and starts the applications of suspended owners. */
  suspensions: Suspensions
  /** Scales applications by their load in the background. */
  autoscaler: Worker
  /** Compares what applications want with what runs, and mends what differs. */
  reconciler: Worker
  /** Keeps the networks of groups as the store has them. */
  networkGroupWorker: NetworkGroupWorker
  /** Sends routes again that the router did not confirm. */
  routeRepair: RouteRepair
  deploymentRate: DeploymentRate
  diskUsage: DiskUsage
  repositories: Repositories
  runtimes: readonly Runtime[]
  /** What operators see of the machine and do with it. */
  operation: Operation
  policies: Policies
  /** Consumer of the command-line tools' logins. */
  toolConsumerKey: string
  /** PEM certificate of the CA that signed the listeners' certificates. */
  listenerAuthority?: string
  /** Command-line tools waiting for their login to be confirmed. */
  waitingLogins: WaitingLogins
  /** URL of our pages, for links in e-mails. */
  pagesUrl: () => string
  /** URL of the console, for links in e-mails. */
  consoleUrl: () => string
  firstLogin: FirstLogin
}

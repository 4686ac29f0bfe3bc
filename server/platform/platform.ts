import type { Clock } from '#kit/concurrency/clock.ts'
import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { Worker } from '#kit/concurrency/worker.ts'
import type { PortRange } from '#kit/net/free-port.ts'
import type { StoredTimes } from '#kit/time/stored-times.ts'
import type { BillingPolicies } from './model/billing/billing-policies.ts'
import type { Buyers } from './model/billing/buyers.ts'
import type { BillingDocuments } from './model/billing/invoices/documents.ts'
import type { PaymentProvider } from './model/billing/payment-provider.ts'
import type { ActionEvents } from './model/events/action-events.ts'
import type { MailWorker } from './model/events/email.ts'
import type { EventHub } from './model/events/event-hub.ts'
import type { AcmeClient } from './model/hosting/acme-client.ts'
import type { Engine } from './model/hosting/deployments/engine.ts'
import type { Queue } from './model/hosting/deployments/queue.ts'
import type { RecipeQuestions } from './model/hosting/deployments/recipe-questions.ts'
import type { Repositories } from './model/hosting/deployments/repositories.ts'
import type { Restarts } from './model/hosting/deployments/restarts.ts'
import type { RouteRepair } from './model/hosting/deployments/route-repair.ts'
import type { Runtime } from './model/hosting/deployments/runtime.ts'
import type { Suspensions } from './model/hosting/deployments/suspensions.ts'
import type { Traffic } from './model/hosting/deployments/traffic.ts'
import type { DnsResolver } from './model/hosting/dns-resolver.ts'
import type { Liveness } from './model/hosting/instances/liveness.ts'
import type { Probe } from './model/hosting/instances/probe.ts'
import type { Supervision } from './model/hosting/instances/supervision.ts'
import type { MaxFlavors } from './model/hosting/max-flavors.ts'
import type { NetworkGroupWorker } from './model/hosting/network-groups/network-group.ts'
import type { Placement, PlacementWorker } from './model/hosting/placement/placement.ts'
import type { AutoscalingPolicies } from './model/hosting/scale-rules.ts'
import type { Nonces } from './model/identity/access/nonces.ts'
import type { PasswordHasher } from './model/identity/access/password-hasher.ts'
import type { WaitingLogins } from './model/identity/access/waiting-logins.ts'
import type { FirstLogin } from './model/identity/accounts/first-login.ts'
import type { Attempts } from './model/identity/limits/attempts.ts'
import type { CallLimits } from './model/identity/limits/call-limits.ts'
import type { StreamLimits } from './model/identity/limits/stream-limits.ts'
import type { BackupCopier } from './model/marketplace/backup-copy.ts'
import type { PortVariables } from './model/marketplace/port-access.ts'
import type { ProviderClient } from './model/marketplace/provider-client.ts'
import type { ProvisioningQueue } from './model/marketplace/provisioning-queue.ts'
import type { ObjectStore } from './model/object-store.ts'
import type { AddonSampler } from './model/observability/addon-sampler.ts'
import type { DrainSender } from './model/observability/drain-sender.ts'
import type { DrainWorker } from './model/observability/drain-worker.ts'
import type { LogBook } from './model/observability/log-book.ts'
import type { Metrics } from './model/observability/metrics.ts'
import type { PlatformCounters } from './model/observability/platform-counters.ts'
import type { Operation } from './model/operation.ts'
import type { DeploymentRate, DiskUsage, Quotas } from './model/quotas.ts'
import type { Store } from './model/store.ts'
import type { Zone } from './model/zone.ts'

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
  portVariables: PortVariables
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
  /** Which server each application is assigned to. */
  placement: Placement
  /** Takes up what other servers asked of applications that live here. */
  placementWorker: PlacementWorker
  /** Mutex per application for updates of its route, so that the router's last update is the newest. */
  routeLock: KeyedMutex
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

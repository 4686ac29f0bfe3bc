import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { Worker } from '#kit/concurrency/worker.ts'
import type { AcmeClient } from '#platform/model/hosting/acme-client.ts'
import type { DeliveryLimits } from '#platform/model/hosting/connected-repositories/delivery-limits.ts'
import type { RemoteRepositories } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import type { CronWorker } from '#platform/model/hosting/crons/scheduled-cron.ts'
import type { Address, Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { Queue } from '#platform/model/hosting/deployments/queue.ts'
import type { RecipeQuestions } from '#platform/model/hosting/deployments/recipe-questions.ts'
import type { Repositories } from '#platform/model/hosting/deployments/repositories.ts'
import type { RouteRepair } from '#platform/model/hosting/deployments/route-repair.ts'
import type { Runtime } from '#platform/model/hosting/deployments/runtime.ts'
import type { Traffic } from '#platform/model/hosting/deployments/traffic.ts'
import type { DnsResolver } from '#platform/model/hosting/dns-resolver.ts'
import type { DomainChecks } from '#platform/model/hosting/domains/domain-check.ts'
import type { GitHostClients } from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { Liveness } from '#platform/model/hosting/instances/liveness.ts'
import type { ExpectedInstances } from '#platform/model/hosting/instances/prepared-instance.ts'
import type { Probe } from '#platform/model/hosting/instances/probe.ts'
import type { Shells } from '#platform/model/hosting/instances/shells.ts'
import type { Supervision } from '#platform/model/hosting/instances/supervision.ts'
import type { NetworkGroupWorker } from '#platform/model/hosting/network-groups/network-group.ts'
import type { Placement, PlacementWorker } from '#platform/model/hosting/placement/placement.ts'
import type { Runs } from '#platform/model/hosting/runs/runs.ts'
import type { OutdatedApplications } from '#platform/model/hosting/toolchains/outdated.ts'
import type { Toolchains } from '#platform/model/hosting/toolchains/toolchains.ts'
import type { VisitTracker } from '#platform/model/hosting/visitors/visit-tracker.ts'
import type { Waker } from '#platform/model/hosting/visitors/waker.ts'
import type { DeploymentRate, DiskUsage } from '#platform/model/quotas.ts'
import type { Platform as ObservabilityPlatform } from '#platform/observability/platform.ts'
import type { VisitorListeners } from '#protocol/visitor-url.ts'

/** The platform as hosting knows it: what the wings before it get, and parts of its own. */
export interface Platform extends ObservabilityPlatform {
  recipeQuestions: RecipeQuestions
  /** Looks up DNS records that prove who owns a domain. */
  dns: DnsResolver
  /** Checks whether domains lead to the platform. */
  domainChecks: DomainChecks
  engine: Engine
  /** Shells in the instances of this server. */
  shells: Shells
  /** One-off commands in instances of their own. */
  runs: Runs
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
  /** Takes up what other servers asked of local applications. */
  placementWorker: PlacementWorker
  /** Mutex per application for updates of its route, so that the router's last update is the newest. */
  routeLock: KeyedMutex
  queue: Queue
  expectedInstances: ExpectedInstances
  /** Runs scheduled tasks in the background. */
  cronWorker: CronWorker
  /** Scales applications by their load in the background. */
  autoscaler: Worker
  /** Where the routers send the visitors of sleeping applications; absent when these would not reach it. */
  activator?: Address | undefined
  /** Which applications have visitors. */
  visits: VisitTracker
  waker: Waker
  /** Puts applications without visitors to sleep in the background. */
  sleepWorker: Worker
  /** Compares what applications want with what runs, and mends what differs. */
  reconciler: Worker
  /** Keeps the networks of groups as the store has them. */
  networkGroupWorker: NetworkGroupWorker
  /** Sends routes again that the router did not confirm. */
  routeRepair: RouteRepair
  deploymentRate: DeploymentRate
  diskUsage: DiskUsage
  repositories: Repositories
  /** Repositories elsewhere, as git reads them. */
  remoteRepositories: RemoteRepositories
  /** The APIs of Git hosts. */
  gitHostClients: GitHostClients
  /** Tells Git hosts how deployments of their commits go. */
  statusWorker: Worker
  /** Deploys what applications are connected to. */
  repositoryWorker: Worker
  /** Keeps previews in line with the pull requests of connected repositories. */
  pullRequestWorker: Worker
  /** Keeps the comments of pull requests in line with their previews. */
  commentWorker: Worker
  /** Public addresses of the router, for links to applications. */
  visitorListeners: () => VisitorListeners
  deliveryLimits: DeliveryLimits
  /** Makes, updates and removes previews. */
  previewWorker: Worker
  runtimes: readonly Runtime[]
  /** Versions of tools that this server knows and has. */
  toolchains: Toolchains
  /** Refreshes them in the background. */
  toolchainWorker: Worker
  outdatedApplications: OutdatedApplications
  /** Deploys applications with outdated tools again, a few at a time. */
  redeploymentWorker: Worker
}

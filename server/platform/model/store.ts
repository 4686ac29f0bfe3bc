import type { SpendingAlerts, SpendingNotices } from './billing/alert-store.ts'
import type {
  BillingAccounts,
  BillingTimes,
  Consumptions,
  Credits,
  HeldInvoices,
  Invoices,
  PriceLists,
  Reminders,
  Usage,
} from './billing/billing-store.ts'
import type { Claims } from './claims.ts'
import type { OperatorMails, Outbox } from './events/email.ts'
import type { EventNouns } from './events/event-store.ts'
import type {
  EmailHookLines,
  EmailHooks,
  WebhookDeliveries,
  Webhooks,
} from './events/hook-store.ts'
import type { Application, ApplicationChange, Scale, SleepChange } from './hosting/application.ts'
import type {
  AcmeAccounts,
  AcmeAttempts,
  CertificateOrders,
  Certificates,
} from './hosting/certificate-store.ts'
import type { Deployment, DeploymentStep } from './hosting/deployments/deployment.ts'
import type { PromotionTargets, Releases } from './hosting/deployments/release.ts'
import type { Domains } from './hosting/domain-store.ts'
import type { Environment } from './hosting/environment.ts'
import type { HostingNouns } from './hosting/hosting-nouns.ts'
import type { Instance, InstanceRecord, ShellBans } from './hosting/instances/instance.ts'
import type { SharedMemory } from './hosting/placement/shared-memory.ts'
import type { TcpRedirections } from './hosting/tcp-redirection.ts'
import type { RollingRedeployments } from './hosting/toolchains/rolling-redeployment.ts'
import type { ReleasePages, StoredRules } from './hosting/visitors/visitor-rules-store.ts'
import type { Visits } from './hosting/visitors/visits.ts'
import type {
  AccessTokens,
  ApiTokens,
  BackupCodes,
  CliLogins,
  Consents,
  Consumers,
  RequestTokens,
  SecondFactors,
  Sessions,
} from './identity/access/credential-store.ts'
import type {
  Avatars,
  Emails,
  Invitations,
  MailedKeys,
  Members,
  Organisations,
  SshKeys,
  UserSettings,
  Users,
} from './identity/accounts/account-store.ts'
import type { Audit } from './identity/audit/audit-store.ts'
import type { ApplicationId, DeploymentId, InstanceId, OwnerId, UserId } from './ids.ts'
import type {
  Addons,
  Deliveries,
  Dependencies,
  Features,
  Links,
  PlanSwitches,
  Plans,
  Providers,
  Testers,
} from './marketplace/addon-store.ts'
import type { BackupCopies } from './marketplace/backup-copy.ts'
import type { Drains } from './observability/drain-store.ts'

/** A part of an ordered list. */
export interface Page {
  limit?: number
  /** Number of those before it. */
  offset?: number
}

export interface Applications {
  /** Adds the application with the next number. */
  add(application: Omit<Application, 'number'>): Promise<Application>
  /** Excludes applications being deleted, like `listOf`. */
  find(id: ApplicationId): Promise<Application | undefined>
  /** Oldest first; all without a page. */
  listOf(ownerId: OwnerId, page?: Page): Promise<Application[]>
  /** Applications of all owners in this quota account. */
  listOfQuotaAccount(accountId: OwnerId): Promise<CountedApplication[]>
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
  /** Applications of the user and of all their organisations, in the order of `listOf`. */
  listSeenBy(userId: UserId): Promise<Application[]>
  /** Includes applications being deleted. */
  listAll(): Promise<Application[]>
  /** Running applications whose bounds leave room for autoscaling. */
  listAutoscaled(): Promise<Application[]>
  change(id: ApplicationId, change: ApplicationChange & Partial<Scale>): Promise<void>
  /** No effect once deletion has begun, like `setLive`. */
  setWanted(id: ApplicationId, wanted: Application['wanted']): Promise<void>
  setLive(id: ApplicationId, deploymentId: DeploymentId, commit: string): Promise<void>
  /** Marks all applications of an owner as stopped for an unpaid invoice, or no longer. */
  setSuspended(ownerId: OwnerId, suspended: boolean): Promise<void>
  /** No effect once deletion has begun. `setLive` and `setWanted` end a sleep. */
  setSleep(id: ApplicationId, change: SleepChange): Promise<void>
  /** Removes the application with everything that refers to it. */
  remove(id: ApplicationId): Promise<void>
}

export interface Variables {
  of(applicationId: ApplicationId): Promise<Environment>
  set(applicationId: ApplicationId, name: string, value: string): Promise<void>
  unset(applicationId: ApplicationId, name: string): Promise<void>
  /** Replaces all variables. */
  replace(applicationId: ApplicationId, environment: Environment): Promise<void>
}

export interface StateChange extends Partial<Pick<Deployment, 'failureStep' | 'headline'>> {
  from: Deployment['state']
  to: Deployment['state']
  date: number
  failure?: string
  advice?: string
}

export interface Deployments {
  /** Adds the deployment as `queued`, with the application's next number. */
  add(deployment: Omit<Deployment, 'number'>): Promise<Deployment>
  find(id: DeploymentId): Promise<Deployment | undefined>
  findByNumber(applicationId: ApplicationId, number: number): Promise<Deployment | undefined>
  /** Newest first. */
  listOf(
    applicationId: ApplicationId,
    page: {
      limit?: number
      offset?: number
      actions?: readonly Deployment['action'][]
      /** Oldest first instead. */
      isAscending?: boolean
    },
  ): Promise<Deployment[]>
  /**
   * Of each application of an owner, or of one: the newest deployment, every unfinished one, and the one that made the
   * live release; newest first.
   */
  listCurrentOf(ownerId: OwnerId, applicationId?: ApplicationId): Promise<Deployment[]>
  /** All unfinished deployments, oldest first. */
  listUnfinished(): Promise<Deployment[]>
  /** Number of deployments in each state that has any. */
  countByState(): Promise<Map<Deployment['state'], number>>
  /** Compare-and-set of the state, with its step: `false`, without a write, when it is no longer in `from`. */
  enter(id: DeploymentId, change: StateChange): Promise<boolean>
  /** Stores when something was done in its present state. */
  note(id: DeploymentId, times: Pick<Deployment, 'plannedAt' | 'drainedAt'>): Promise<void>
  /** Counts one more attempt. */
  countAttempt(id: DeploymentId): Promise<void>
  /** Stores the number of started instances. */
  setInstances(id: DeploymentId, instances: number): Promise<void>
  requestCancel(id: DeploymentId): Promise<void>
  /** Steps of these deployments, oldest first. */
  steps(...ids: DeploymentId[]): Promise<DeploymentStep[]>
  /** Removes the oldest ended ones that nobody asked for, of each application with more than this, unless a release or an instance is of them. */
  removeAutomaticBeyond(maxCount: number): Promise<void>
}

/** Application fields needed for quotas. */
export interface CountedApplication extends Scale, Pick<Application, 'id' | 'wanted'> {}

/** Instance fields needed for quotas. */
export interface CountedInstance
  extends Pick<Instance, 'applicationId' | 'deploymentId' | 'flavor'> {
  hasFailed: boolean
}

export interface Instances {
  add(instance: Instance): Promise<void>
  find(id: InstanceId): Promise<Instance | undefined>
  update(id: InstanceId, change: Partial<Pick<Instance, 'state' | 'started'>>): Promise<void>
  remove(id: InstanceId): Promise<void>
  listOf(applicationId: ApplicationId): Promise<Instance[]>
  /** Instances of all applications of an owner, or of one, without what the engine keeps with them. */
  listOfOwner(ownerId: OwnerId, applicationId?: ApplicationId): Promise<InstanceRecord[]>
  /** Instances of all applications in a quota account, each with whether its deployment failed. */
  listOfQuotaAccount(accountId: OwnerId): Promise<CountedInstance[]>
  listAll(): Promise<Instance[]>
}

/**
 * The storage interface. A write is durable, even against a power cut, when its promise resolves. Secrets (variables,
 * token secrets, release environments) are encrypted by the store.
 */
export interface Store extends HostingNouns, EventNouns {
  readonly users: Users
  readonly emails: Emails
  readonly sshKeys: SshKeys
  readonly userSettings: UserSettings
  readonly organisations: Organisations
  readonly members: Members
  readonly invitations: Invitations
  readonly mailedKeys: MailedKeys
  readonly avatars: Avatars
  readonly outbox: Outbox
  readonly operatorMails: OperatorMails
  readonly consumers: Consumers
  readonly requestTokens: RequestTokens
  readonly consents: Consents
  readonly accessTokens: AccessTokens
  readonly apiTokens: ApiTokens
  readonly sessions: Sessions
  readonly secondFactors: SecondFactors
  readonly backupCodes: BackupCodes
  readonly cliLogins: CliLogins
  readonly audit: Audit
  readonly webhooks: Webhooks
  readonly webhookDeliveries: WebhookDeliveries
  readonly emailHooks: EmailHooks
  readonly emailHookLines: EmailHookLines
  readonly drains: Drains
  readonly applications: Applications
  readonly variables: Variables
  /** Variables that applications expose to their dependents. */
  readonly exposedVariables: Variables
  /** Secrets that the platform has made for applications, by the variable that they are for; no caller reads them. */
  readonly generatedSecrets: Variables
  readonly domains: Domains
  readonly certificates: Certificates
  readonly certificateOrders: CertificateOrders
  readonly acmeAccounts: AcmeAccounts
  readonly acmeAttempts: AcmeAttempts
  readonly tcpRedirections: TcpRedirections
  /** Applications that are deployed again because of outdated tools. */
  readonly rollingRedeployments: RollingRedeployments
  readonly deployments: Deployments
  readonly releases: Releases
  readonly instances: Instances
  readonly shellBans: ShellBans
  readonly visits: Visits
  /** Maintenance and credentials of applications. */
  readonly visitorRules: StoredRules
  readonly releasePages: ReleasePages
  readonly providers: Providers
  readonly testers: Testers
  readonly features: Features
  readonly plans: Plans
  readonly addons: Addons
  /** Back-ups of add-ons in the object store. */
  readonly backupCopies: BackupCopies
  readonly links: Links
  readonly dependencies: Dependencies
  readonly promotionTargets: PromotionTargets
  readonly planSwitches: PlanSwitches
  readonly deliveries: Deliveries
  readonly consumptions: Consumptions
  readonly usage: Usage
  readonly priceLists: PriceLists
  readonly invoices: Invoices
  readonly heldInvoices: HeldInvoices
  readonly reminders: Reminders
  readonly credits: Credits
  readonly billingAccounts: BillingAccounts
  readonly billingTimes: BillingTimes
  readonly spendingAlerts: SpendingAlerts
  readonly spendingNotices: SpendingNotices
  /** What one server at a time may do. */
  readonly claims: Claims
  /** What the servers of this store remember together; absent when there is one. */
  readonly shared?: SharedMemory | undefined
  /** Runs the work in a transaction. Inside, use only the store passed in. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  /**
   * Cached result of `make`, invalidated when one of the nouns it depends on is written. A store with other writers
   * computes it each time.
   */
  derive<Text extends string | Buffer>(
    from: readonly Noun[],
    name: string,
    make: () => Promise<Text>,
  ): Promise<Text>
  /**
   * Calls the listener after writes of this noun in this process, possibly before their transaction is committed: a
   * query through this store waits for it. Returns a function that ends it. A store with other writers may miss
   * theirs, so listeners look from time to time as well.
   */
  watch(noun: Noun, listener: () => void): () => void
  /** Removes credentials, keys, invitations and sessions that expired before this time. */
  removeExpired(date: number): Promise<void>
  close(): Promise<void>
}

/** Names of the stored collections. */
export type Noun = Exclude<
  keyof Store,
  'claims' | 'shared' | 'transaction' | 'derive' | 'watch' | 'removeExpired' | 'close'
>

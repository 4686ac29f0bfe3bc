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
} from '#platform/access/credential-store.ts'
import type {
  Avatars,
  Emails,
  Invitations,
  MailedKeys,
  Members,
  Organisations,
  SshKeys,
  Users,
} from '#platform/accounts/account-store.ts'
import type {
  Addons,
  Consumptions,
  Deliveries,
  Dependencies,
  Features,
  Links,
  PlanSwitches,
  Plans,
  Providers,
  Testers,
} from '#platform/addons/addon-store.ts'
import type { Application, ApplicationChange } from '#platform/applications/application.ts'
import type { Domain } from '#platform/applications/domain.ts'
import type { Environment } from '#platform/applications/environment.ts'
import type { AuditEntry } from '#platform/audit/entry.ts'
import type { Deployment, DeploymentStep } from '#platform/deployments/deployment.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { Release } from '#platform/deployments/release.ts'
import type {
  ApplicationId,
  AuditEntryId,
  DeploymentId,
  EmailId,
  InstanceId,
  OwnerId,
  ProviderOwnerId,
  UserId,
} from './ids.ts'
import type { QueuedEmail } from './mail/email.ts'

export interface Outbox {
  add(posting: QueuedEmail): Promise<void>
  /** The one that is due first. */
  findNext(): Promise<QueuedEmail | undefined>
  postpone(id: EmailId, dueAt: number): Promise<void>
  remove(id: EmailId): Promise<void>
}

export interface Audit {
  add(entry: AuditEntry): Promise<void>
  settle(
    id: AuditEntryId,
    ending: Pick<AuditEntry, 'ownerId' | 'target' | 'outcome'>,
  ): Promise<void>
  /** Newest first; `before` is the id of the last entry already seen. */
  listOf(
    ownerId: ProviderOwnerId,
    page: { limit: number; before?: AuditEntryId; action?: string; userId?: UserId },
  ): Promise<AuditEntry[]>
  removeOlderThan(date: number): Promise<void>
}

export interface Applications {
  /** Adds it and gives it the next number. */
  add(application: Omit<Application, 'number'>): Promise<Application>
  /** Like `listOf`, leaves out those whose deletion has begun. */
  find(id: ApplicationId): Promise<Application | undefined>
  listOf(ownerId: OwnerId): Promise<Application[]>
  /** Those of every owner that counts for this quota account. */
  listOfQuotaAccount(accountId: OwnerId): Promise<Application[]>
  /** Those of the user and of every organisation they are a member of, in the order of `listOf`. */
  listSeenBy(userId: UserId): Promise<Application[]>
  /** Those whose deletion has begun too. */
  listAll(): Promise<Application[]>
  change(id: ApplicationId, change: ApplicationChange): Promise<void>
  /** Like `setLive`, changes nothing once the deletion has begun. */
  setWanted(id: ApplicationId, wanted: Application['wanted']): Promise<void>
  setLive(id: ApplicationId, deploymentId: DeploymentId, commit: string): Promise<void>
  /** Removes it with everything that hangs on it. */
  remove(id: ApplicationId): Promise<void>
}

export interface Variables {
  of(applicationId: ApplicationId): Promise<Environment>
  set(applicationId: ApplicationId, name: string, value: string): Promise<void>
  unset(applicationId: ApplicationId, name: string): Promise<void>
  /** Makes these the only variables. */
  replace(applicationId: ApplicationId, environment: Environment): Promise<void>
}

export interface Domains {
  add(domain: Domain): Promise<void>
  listOf(applicationId: ApplicationId): Promise<Domain[]>
  /** Of all applications of the owners that count for this quota account. */
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
}

export interface StateChange {
  from: Deployment['state']
  to: Deployment['state']
  date: number
  failure?: string
}

export interface Deployments {
  /** Adds it as `queued` and gives it the application's next number. */
  add(deployment: Omit<Deployment, 'number'>): Promise<Deployment>
  find(id: DeploymentId): Promise<Deployment | undefined>
  findByNumber(applicationId: ApplicationId, number: number): Promise<Deployment | undefined>
  /** Newest first. */
  listOf(
    applicationId: ApplicationId,
    page: { limit?: number; offset?: number; action?: Deployment['action'] },
  ): Promise<Deployment[]>
  /** Every deployment that has not ended, oldest first. */
  listUnfinished(): Promise<Deployment[]>
  /** Writes the new state and its step; `false`, and nothing is written, when it is no longer in the state `from`. */
  enter(id: DeploymentId, change: StateChange): Promise<boolean>
  /** Counts one more server that has taken it up. */
  countAttempt(id: DeploymentId): Promise<void>
  /** Writes how many instances it has brought up. */
  setInstances(id: DeploymentId, instances: number): Promise<void>
  requestCancel(id: DeploymentId): Promise<void>
  steps(id: DeploymentId): Promise<DeploymentStep[]>
}

export interface Releases {
  put(release: Release): Promise<void>
  find(deploymentId: DeploymentId): Promise<Release | undefined>
  /** The newest release of this commit that was built from the same things. */
  findBuilt(applicationId: ApplicationId, buildFingerprint: string): Promise<Release | undefined>
  /** Newest first. */
  listOf(applicationId: ApplicationId): Promise<Release[]>
  remove(deploymentId: DeploymentId): Promise<void>
}

/** What quotas need to know of an instance. */
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
  /** Those of all applications of a quota account's owners, each with whether its deployment failed. */
  listOfQuotaAccount(accountId: OwnerId): Promise<CountedInstance[]>
  listAll(): Promise<Instance[]>
}

/**
 * Every question asked of storage. What a call has written when its promise is fulfilled survives a power
 * cut. Secrets (variables, token secrets, environments of releases) are encrypted by the store itself.
 */
export interface Store {
  readonly users: Users
  readonly emails: Emails
  readonly sshKeys: SshKeys
  readonly organisations: Organisations
  readonly members: Members
  readonly invitations: Invitations
  readonly mailedKeys: MailedKeys
  readonly avatars: Avatars
  readonly outbox: Outbox
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
  readonly applications: Applications
  readonly variables: Variables
  /** What applications expose to those that depend on them. */
  readonly exposedVariables: Variables
  readonly domains: Domains
  readonly deployments: Deployments
  readonly releases: Releases
  readonly instances: Instances
  readonly providers: Providers
  readonly testers: Testers
  readonly features: Features
  readonly plans: Plans
  readonly addons: Addons
  readonly links: Links
  readonly dependencies: Dependencies
  readonly planSwitches: PlanSwitches
  readonly deliveries: Deliveries
  readonly consumptions: Consumptions
  /** All of the work or none of it. Inside, use only the store that is handed in. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  /**
   * What `make` gives, kept under this name until one of the nouns it is made from is written to. A store that others
   * write to as well makes it each time.
   */
  derive<Text extends string | Buffer>(
    from: readonly Noun[],
    name: string,
    make: () => Promise<Text>,
  ): Promise<Text>
  /** Removes credentials, keys, invitations and sessions that ended before this moment. */
  removeExpired(date: number): Promise<void>
  close(): Promise<void>
}

/** What is stored, by name. */
export type Noun = Exclude<keyof Store, 'transaction' | 'derive' | 'removeExpired' | 'close'>

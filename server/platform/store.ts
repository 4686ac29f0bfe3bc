import type { ApiToken } from '#platform/access/api-token.ts'
import type {
  AccessToken,
  CliLogin,
  Consent,
  Consumer,
  ConsumerChange,
  RequestToken,
} from '#platform/access/consumer.ts'
import type { SecondFactor } from '#platform/access/second-factor.ts'
import type { Session } from '#platform/access/session.ts'
import type { Avatar } from '#platform/accounts/avatar.ts'
import type { Invitation } from '#platform/accounts/invitation.ts'
import type { MailedKey } from '#platform/accounts/mailed-key.ts'
import type { Member, Organisation, OrganisationChange } from '#platform/accounts/organisation.ts'
import type { SshKey } from '#platform/accounts/ssh-key.ts'
import type { User, UserChange } from '#platform/accounts/user.ts'
import type { Application, ApplicationChange } from '#platform/applications/application.ts'
import type { Domain } from '#platform/applications/domain.ts'
import type { Environment } from '#platform/applications/environment.ts'
import type { AuditEntry } from '#platform/audit/entry.ts'
import type { Deployment, DeploymentStep } from '#platform/deployments/deployment.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { Release } from '#platform/deployments/release.ts'
import type { Posting } from '#platform/mail/letter.ts'

export interface Users {
  /** Adds the account with its primary address; an address that somebody has already is a bug of the caller. */
  add(user: User): Promise<void>
  find(id: string): Promise<User | undefined>
  /** By any of the account's addresses. */
  findByEmail(email: string): Promise<User | undefined>
  change(id: string, change: UserChange): Promise<void>
  /** Removes the account with everything that is its own: addresses, keys, tokens, sessions, memberships. */
  remove(id: string): Promise<void>
}

export interface Emails {
  /** Adds a confirmed address; `false`, and nothing is written, when it is somebody's already. */
  add(userId: string, email: string): Promise<boolean>
  /** All addresses of a user, the primary one included, in alphabetical order. */
  listOf(userId: string): Promise<string[]>
  remove(userId: string, email: string): Promise<boolean>
}

export interface SshKeys {
  /** Adds the key, or replaces the user's key of that name. */
  put(key: SshKey): Promise<void>
  list(userId: string): Promise<SshKey[]>
  /** Whose key has this fingerprint, if anyone's. */
  findByFingerprint(fingerprint: string): Promise<SshKey | undefined>
  remove(userId: string, name: string): Promise<boolean>
}

export interface Organisations {
  add(organisation: Organisation): Promise<void>
  find(id: string): Promise<Organisation | undefined>
  /** Those that the user is a member of, with the role there, by name. */
  listOf(userId: string): Promise<{ organisation: Organisation; role: Member['role'] }[]>
  change(id: string, change: OrganisationChange): Promise<void>
  /** Removes it with its members and invitations. */
  remove(id: string): Promise<void>
}

export interface Members {
  put(member: Member): Promise<void>
  find(organisationId: string, userId: string): Promise<Member | undefined>
  /** By e-mail address of the user. */
  listOf(organisationId: string): Promise<{ member: Member; user: User }[]>
  remove(organisationId: string, userId: string): Promise<boolean>
}

export interface Invitations {
  /** Adds it, and takes back an earlier one of the same address. */
  put(invitation: Invitation): Promise<void>
  find(digest: string): Promise<Invitation | undefined>
  listOf(organisationId: string): Promise<Invitation[]>
  /** Gives it away once. */
  take(digest: string): Promise<Invitation | undefined>
  remove(organisationId: string, id: string): Promise<boolean>
}

export interface MailedKeys {
  add(key: MailedKey): Promise<void>
  find(digest: string, purpose: MailedKey['purpose']): Promise<MailedKey | undefined>
  /** Gives it away once, with all others of the same purpose and address. */
  take(digest: string, purpose: MailedKey['purpose']): Promise<MailedKey | undefined>
  /** All of a user's account, newest first. */
  listOf(userId: string, purpose: MailedKey['purpose']): Promise<MailedKey[]>
  removeOf(userId: string, purpose: MailedKey['purpose']): Promise<void>
}

export interface Avatars {
  /** Adds it, and removes the one that the owner had. */
  put(avatar: Avatar): Promise<void>
  find(id: string): Promise<Avatar | undefined>
  removeOf(ownerId: string): Promise<void>
}

export interface Outbox {
  add(posting: Posting): Promise<void>
  /** The one that is due first. */
  findNext(): Promise<Posting | undefined>
  postpone(id: string, dueAt: number): Promise<void>
  remove(id: string): Promise<void>
}

export interface Consumers {
  add(consumer: Consumer): Promise<void>
  find(key: string): Promise<Consumer | undefined>
  /** By name. */
  listOf(ownerId: string): Promise<Consumer[]>
  /** Those of the user and of every organisation they are a member of, in short, by name. */
  listSeenBy(userId: string): Promise<Pick<Consumer, 'ownerId' | 'key' | 'name' | 'picture'>[]>
  change(key: string, change: ConsumerChange): Promise<void>
  /** Removes it with everything that was issued through it. */
  remove(key: string): Promise<void>
}

export interface RequestTokens {
  add(token: RequestToken): Promise<void>
  find(token: string): Promise<RequestToken | undefined>
  /** Notes what the user has agreed to; `false` when somebody has already. */
  agree(token: string, agreement: NonNullable<RequestToken['agreement']>): Promise<boolean>
  /** Gives it away once. */
  take(token: string): Promise<RequestToken | undefined>
}

export interface Consents {
  put(consent: Consent): Promise<void>
  find(userId: string, consumerKey: string): Promise<Consent | undefined>
  remove(userId: string, consumerKey: string): Promise<void>
  removeOf(userId: string): Promise<void>
}

export interface AccessTokens {
  add(token: AccessToken): Promise<void>
  find(token: string): Promise<AccessToken | undefined>
  /** Newest first. */
  listOf(userId: string): Promise<AccessToken[]>
  noteUse(token: string, date: number): Promise<void>
  remove(token: string): Promise<void>
  /** All of a user, but for the one that is kept. */
  removeOf(userId: string, kept?: string): Promise<void>
}

export interface ApiTokens {
  add(token: ApiToken): Promise<void>
  findByDigest(digest: string): Promise<ApiToken | undefined>
  /** Newest first. */
  listOf(userId: string): Promise<ApiToken[]>
  noteUse(id: string, date: number): Promise<void>
  /** Like `remove`, `false` when the user has no such token. */
  rename(userId: string, id: string, name: string, description: string): Promise<boolean>
  remove(userId: string, id: string): Promise<boolean>
  removeOf(userId: string): Promise<void>
}

export interface Sessions {
  add(session: Session): Promise<void>
  find(digest: string): Promise<Session | undefined>
  remove(digest: string): Promise<void>
  removeOf(userId: string): Promise<void>
}

export interface SecondFactors {
  /** Adds it, or replaces the user's one. */
  put(factor: SecondFactor): Promise<void>
  find(userId: string): Promise<SecondFactor | undefined>
  confirm(userId: string, date: number): Promise<void>
  /** Spends the codes up to this step; `false` when they were spent already. */
  spendStep(userId: string, step: number): Promise<boolean>
  /** Removes it with its backup codes. */
  remove(userId: string): Promise<void>
}

export interface BackupCodes {
  /** Makes these the only ones. */
  replace(userId: string, codes: readonly string[]): Promise<void>
  listOf(userId: string): Promise<string[]>
  /** Takes one out; `false` when there is no such code. */
  spend(userId: string, code: string): Promise<boolean>
}

export interface CliLogins {
  add(login: CliLogin): Promise<void>
  /** Gives the login away once; later calls find nothing. */
  take(cliToken: string): Promise<CliLogin | undefined>
  removeOlderThan(date: number): Promise<void>
}

export interface Audit {
  add(entry: AuditEntry): Promise<void>
  settle(id: string, ending: Pick<AuditEntry, 'ownerId' | 'target' | 'outcome'>): Promise<void>
  /** Newest first; `before` is the id of the last entry already seen. */
  listOf(
    ownerId: string,
    page: { limit: number; before?: string; action?: string; userId?: string },
  ): Promise<AuditEntry[]>
  removeOlderThan(date: number): Promise<void>
}

export interface Applications {
  /** Adds it and gives it the next number. */
  add(application: Omit<Application, 'number'>): Promise<Application>
  /** Like `listOf`, leaves out those whose deletion has begun. */
  find(id: string): Promise<Application | undefined>
  listOf(ownerId: string): Promise<Application[]>
  /** Those of the user and of every organisation they are a member of, in the order of `listOf`. */
  listSeenBy(userId: string): Promise<Application[]>
  /** Those whose deletion has begun too. */
  listAll(): Promise<Application[]>
  change(id: string, change: ApplicationChange): Promise<void>
  /** Like `setLive`, changes nothing once the deletion has begun. */
  setWanted(id: string, wanted: Application['wanted']): Promise<void>
  setLive(id: string, deploymentId: string, commit: string): Promise<void>
  /** Removes it with everything that hangs on it. */
  remove(id: string): Promise<void>
}

export interface Variables {
  of(applicationId: string): Promise<Environment>
  set(applicationId: string, name: string, value: string): Promise<void>
  unset(applicationId: string, name: string): Promise<void>
  /** Makes these the only variables. */
  replace(applicationId: string, environment: Environment): Promise<void>
}

export interface Domains {
  add(domain: Domain): Promise<void>
  listOf(applicationId: string): Promise<Domain[]>
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
  find(id: string): Promise<Deployment | undefined>
  findByNumber(applicationId: string, number: number): Promise<Deployment | undefined>
  /** Newest first. */
  listOf(
    applicationId: string,
    page: { limit?: number; offset?: number; action?: Deployment['action'] },
  ): Promise<Deployment[]>
  /** Every deployment that has not ended, oldest first. */
  listUnfinished(): Promise<Deployment[]>
  /** Writes the new state and its step; `false`, and nothing is written, when it is no longer in the state `from`. */
  enter(id: string, change: StateChange): Promise<boolean>
  /** Counts one more server that has taken it up. */
  countAttempt(id: string): Promise<void>
  requestCancel(id: string): Promise<void>
  steps(id: string): Promise<DeploymentStep[]>
}

export interface Releases {
  put(release: Release): Promise<void>
  find(deploymentId: string): Promise<Release | undefined>
  /** The newest release of this commit that was built from the same things. */
  findBuilt(applicationId: string, buildFingerprint: string): Promise<Release | undefined>
  /** Newest first. */
  listOf(applicationId: string): Promise<Release[]>
  remove(deploymentId: string): Promise<void>
}

export interface Instances {
  add(instance: Instance): Promise<void>
  find(id: string): Promise<Instance | undefined>
  update(id: string, change: Partial<Pick<Instance, 'state' | 'started'>>): Promise<void>
  remove(id: string): Promise<void>
  listOf(applicationId: string): Promise<Instance[]>
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
  readonly domains: Domains
  readonly deployments: Deployments
  readonly releases: Releases
  readonly instances: Instances
  /** All of the work or none of it. Inside, use only the store that is handed in. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  /**
   * What `make` gives, kept under this name until one of the nouns it is made from is written to. A store that others
   * write to as well makes it each time.
   */
  derive(from: readonly Noun[], name: string, make: () => Promise<Buffer>): Promise<Buffer>
  /** Removes credentials, keys, invitations and sessions that ended before this moment. */
  removeExpired(date: number): Promise<void>
  close(): Promise<void>
}

/** What is stored, by name. */
export type Noun = Exclude<keyof Store, 'transaction' | 'derive' | 'removeExpired' | 'close'>

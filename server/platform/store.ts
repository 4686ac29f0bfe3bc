import type { AccessToken, CliLogin, Consumer } from '#platform/access/consumer.ts'
import type { Member, Organisation } from '#platform/accounts/organisation.ts'
import type { SshKey } from '#platform/accounts/ssh-key.ts'
import type { User } from '#platform/accounts/user.ts'
import type { Application, ApplicationChange } from '#platform/applications/application.ts'
import type { Domain } from '#platform/applications/domain.ts'
import type { Environment } from '#platform/applications/environment.ts'
import type { Deployment, DeploymentStep } from '#platform/deployments/deployment.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { Release } from '#platform/deployments/release.ts'

export interface Users {
  add(user: User): Promise<void>
  find(id: string): Promise<User | undefined>
  findByEmail(email: string): Promise<User | undefined>
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
}

export interface Members {
  put(member: Member): Promise<void>
  find(organisationId: string, userId: string): Promise<Member | undefined>
}

export interface Consumers {
  add(consumer: Consumer): Promise<void>
  find(key: string): Promise<Consumer | undefined>
}

export interface AccessTokens {
  add(token: AccessToken): Promise<void>
  find(token: string): Promise<AccessToken | undefined>
}

export interface CliLogins {
  add(login: CliLogin): Promise<void>
  /** Gives the login away once; later calls find nothing. */
  take(cliToken: string): Promise<CliLogin | undefined>
  removeOlderThan(date: number): Promise<void>
}

export interface Applications {
  /** Adds it and gives it the next number. */
  add(application: Omit<Application, 'number'>): Promise<Application>
  /** Like `listOf`, leaves out those whose deletion has begun. */
  find(id: string): Promise<Application | undefined>
  listOf(ownerId: string): Promise<Application[]>
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
  readonly sshKeys: SshKeys
  readonly organisations: Organisations
  readonly members: Members
  readonly consumers: Consumers
  readonly accessTokens: AccessTokens
  readonly cliLogins: CliLogins
  readonly applications: Applications
  readonly variables: Variables
  readonly domains: Domains
  readonly deployments: Deployments
  readonly releases: Releases
  readonly instances: Instances
  /** All of the work or none of it. Inside, use only the store that is handed in. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  close(): Promise<void>
}

import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type { ApplicationId, DeploymentId, InstanceId, OwnerId } from '#platform/model/ids.ts'

/**
 *   starting ─► up ─► stopping ─► gone
 *
 * Stored before the engine starts the instance, so that a crash cannot lose a running one.
 */
export type InstanceState = 'starting' | 'up' | 'stopping'

/** One running copy of a release. */
export interface Instance {
  id: InstanceId
  applicationId: ApplicationId
  deploymentId: DeploymentId
  /** Index within the deployment, from 0. */
  number: number
  state: InstanceState
  flavor: string
  createdAt: number
  /** The engine's result of the start; `null` until then. */
  started: StartedInstance | null
}

/** The same without what the engine needs, which is a secret. */
export type InstanceRecord = Omit<Instance, 'started'>

/** Nobody may open a shell in instances of an application, or of any of an owner when `applicationId` is `null`. */
export interface ShellBan {
  ownerId: OwnerId
  applicationId: ApplicationId | null
  createdAt: number
}

export interface ShellBans {
  /** Adds a ban, unless there is one already. */
  put(ban: ShellBan): Promise<void>
  /** Removes the ban of an application or an owner, if there is one. */
  lift(subject: ApplicationId | OwnerId): Promise<void>
  /** The bans that hold for an application, or for all of an owner. */
  listOf(about: { ownerId: OwnerId; applicationId?: ApplicationId }): Promise<ShellBan[]>
}

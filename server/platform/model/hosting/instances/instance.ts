import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type { ApplicationId, DeploymentId, InstanceId } from '#platform/model/ids.ts'

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

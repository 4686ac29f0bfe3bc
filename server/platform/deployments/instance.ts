import type { ApplicationId, DeploymentId, InstanceId } from '#platform/ids.ts'
import type { StartedInstance } from './engine.ts'

/**
 *   starting ─► up ─► stopping ─► gone
 *
 * Kept before the engine is asked to start it, so that a crash cannot lose a running instance.
 */
export type InstanceState = 'starting' | 'up' | 'stopping'

/** One running copy of a release. */
export interface Instance {
  id: InstanceId
  applicationId: ApplicationId
  deploymentId: DeploymentId
  /** Counts the instances of one deployment from 0. */
  number: number
  state: InstanceState
  flavor: string
  createdAt: number
  /** What the engine said when it started; `null` until then. */
  started: StartedInstance | null
}

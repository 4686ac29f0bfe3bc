import type { StartedInstance } from './engine.ts'

/**
 *   starting ─► up ─► stopping ─► gone
 *
 * Kept before the engine is asked to start it, so that a crash cannot lose a running instance.
 */
export type InstanceState = 'starting' | 'up' | 'stopping'

/** One running copy of a release. */
export interface Instance {
  id: string
  applicationId: string
  deploymentId: string
  /** Counts the instances of one deployment from 0. */
  number: number
  state: InstanceState
  flavor: string
  createdAt: number
  /** What the engine said when it started; `null` until then. */
  started: StartedInstance | null
}

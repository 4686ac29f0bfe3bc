import type { ApplicationId, AuthorId, DeploymentId } from '#platform/ids.ts'
/**
 *   queued ─► building ─► starting ─► checking ─► switching ─► live
 *     │ └────────┴────────────┴───────────┼───────────┴──► failed | cancelled
 *     └─► stopped ◄───────────────────────┘
 *
 * A state is entered, durably, before its work begins. `live`, `stopped`, `failed` and `cancelled` are ends;
 * a deployment whose action is `stop` goes straight from `queued` to `stopped`, one that scales begins with `starting`
 * because it builds nothing. A task is run while it is `checking`, and is `stopped` when it has ended well.
 */
export type DeploymentState =
  | 'queued'
  | 'building'
  | 'starting'
  | 'checking'
  | 'switching'
  | 'live'
  | 'stopped'
  | 'failed'
  | 'cancelled'

export const unfinishedStates = [
  'queued',
  'building',
  'starting',
  'checking',
  'switching',
] as const satisfies DeploymentState[]

/**
 * `deploy` brings a commit to visitors; `stop` ends the instances and keeps the release; `upscale` and `downscale` change the
 * number or the flavor of the instances of the live release.
 */
export type DeploymentAction = 'deploy' | 'stop' | 'upscale' | 'downscale'

/** One attempt to make a release live, as it is at one moment: `transition` returns the next one. */
export interface Deployment {
  readonly id: DeploymentId
  readonly applicationId: ApplicationId
  /** Counts the deployments of the application from 1. */
  readonly number: number
  readonly action: DeploymentAction
  readonly state: DeploymentState
  /** Who or what asked: `Git`, `Console`, `Restart`, … */
  readonly cause: string
  readonly commit: string
  /** How many instances it brings up, or has brought up. */
  readonly instances: number
  readonly authorId: AuthorId
  readonly createdAt: number
  /** When it entered its present state. */
  readonly changedAt: number
  /** Makes the artifact and the dependency tree anew. */
  readonly withoutCache: boolean
  /** How often a server has taken it up: more than once after a crash. */
  readonly attempts: number
  /** Set when its owner wants it to end. */
  readonly cancelRequested: boolean
  /** Why it ended badly, in one sentence. */
  readonly failure: string | null
}

/** When a deployment entered a state. */
export interface DeploymentStep {
  deploymentId: DeploymentId
  state: DeploymentState
  date: number
}

const arrows: Record<DeploymentState, readonly DeploymentState[]> = {
  queued: ['building', 'starting', 'stopped', 'failed', 'cancelled'],
  building: ['building', 'starting', 'failed', 'cancelled'],
  starting: ['building', 'starting', 'checking', 'failed', 'cancelled'],
  checking: ['building', 'starting', 'switching', 'stopped', 'failed', 'cancelled'],
  switching: ['building', 'starting', 'live', 'failed', 'cancelled'],
  live: [],
  stopped: [],
  failed: [],
  cancelled: [],
}

/** Whether it changes the scale of what is live, and brings no other version. */
export const isScaling = ({ action }: Pick<Deployment, 'action'>): boolean =>
  action === 'upscale' || action === 'downscale'

/**
 * Whether a deployment may go from one state to the other; back to `building` or `starting` only when a crash made it begin
 * again.
 */
export function mayEnter(from: DeploymentState, to: DeploymentState): boolean {
  return arrows[from].includes(to)
}

export function isEnded(deployment: Pick<Deployment, 'state'>): boolean {
  return arrows[deployment.state].length === 0
}

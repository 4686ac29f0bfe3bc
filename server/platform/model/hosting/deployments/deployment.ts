import type { ApplicationId, AuthorId, DeploymentId } from '#platform/model/ids.ts'
import type { FailureStep, Headline } from './failure.ts'
import type { ReleaseOrigin } from './release.ts'

/**
 *   queued ─► building ─► starting ─► checking ─► switching ─► probation ─► live
 *     │ └────────┴────────────┴───────────┼───────────┴────────────┴──► failed | cancelled
 *     └─► stopped ◄───────────────────────┘
 *
 * A state is stored before its work begins. In `probation` visitors reach the new instances, while the release that
 * was live before still is, and its instances stay ready; without a probation, `live` follows `switching`, unless other
 * servers have routers: then it lasts until these have the route. `live`, `stopped`, `failed` and `cancelled` are end states;
 * a deployment whose action is `stop` goes straight from `queued` to `stopped`, one that scales begins with `starting`
 * because it builds nothing. A task runs in state `checking` and is `stopped` after success.
 */
export type DeploymentState =
  | 'queued'
  | 'building'
  | 'starting'
  | 'checking'
  | 'switching'
  | 'probation'
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
  'probation',
] as const satisfies DeploymentState[]

/**
 * `deploy`: release a commit; `stop`: end the instances and keep the release; `upscale`, `downscale`: change number or
 * flavor of the live release's instances.
 */
export type DeploymentAction = 'deploy' | 'stop' | 'upscale' | 'downscale'

/** Immutable snapshot of one attempt to make a release live: `transition` returns the next one. */
export interface Deployment {
  readonly id: DeploymentId
  readonly applicationId: ApplicationId
  /** Sequence number within the application, from 1. */
  readonly number: number
  readonly action: DeploymentAction
  readonly state: DeploymentState
  /** Origin of the request: `Git`, `Console`, `Restart`, … */
  readonly cause: string
  readonly commit: string
  /** Number of instances that it starts or has started. */
  readonly instances: number
  readonly authorId: AuthorId
  readonly createdAt: number
  /** Time of the last state change. */
  readonly changedAt: number
  /** Rebuild artifact and dependency tree, ignoring caches. */
  readonly withoutCache: boolean
  /** Number of times the worker has begun it: more than once after a crash. */
  readonly attempts: number
  /** Set when the owner has cancelled it. */
  readonly cancelRequested: boolean
  /** Release to start again, by the deployment that made it; absent when the commit is deployed. */
  readonly rollbackTo?: DeploymentId | null | undefined
  /**
   * Release whose artifact is deployed with the current variables, by the deployment that made it: one of another application in a
   * promotion, its own promoted one in a restart; absent when the commit is deployed.
   */
  readonly artifactOf?: DeploymentId | null | undefined
  /** What is promoted; absent for other deployments. */
  readonly origin?: ReleaseOrigin | null | undefined
  /** Reason of the failure, in one sentence. */
  readonly failure: string | null
  /** Where it failed; absent when the platform itself failed. */
  readonly failureStep?: FailureStep | null | undefined
  /** Observations on the failure and what to change, one per line. */
  readonly advice?: string | null | undefined
  /** What its log says about the failure, if that was found. */
  readonly headline?: Headline | null | undefined
  /** When the recipe was decided and the build began. */
  readonly plannedAt?: number | null | undefined
  /** When the last instance of the version before had stopped. */
  readonly drainedAt?: number | null | undefined
}

/** Time at which a deployment entered a state. */
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
  switching: ['building', 'starting', 'probation', 'live', 'failed', 'cancelled'],
  probation: ['building', 'live', 'failed', 'cancelled'],
  live: [],
  stopped: [],
  failed: [],
  cancelled: [],
}

/** Whether it only changes the scale of the live release. */
export const isScaling = ({ action }: Pick<Deployment, 'action'>): boolean =>
  action === 'upscale' || action === 'downscale'

/** Whether the platform decided about the scale by itself; then the cause is the reason in a sentence. */
export const isAutoscaling = (deployment: Pick<Deployment, 'action' | 'authorId'>): boolean =>
  isScaling(deployment) && deployment.authorId === ''

/** Whether the state transition is allowed; back to `building` or `starting` only for a re-run after a crash. */
export function mayEnter(from: DeploymentState, to: DeploymentState): boolean {
  return arrows[from].includes(to)
}

export function isEnded(deployment: Pick<Deployment, 'state'>): boolean {
  return arrows[deployment.state].length === 0
}

import type { Application } from '#platform/model/hosting/application.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { InstanceRecord } from '#platform/model/hosting/instances/instance.ts'

/**
 * State of an application at a glance:
 *
 *   deploying   a deployment, a change of scale or a stop has not ended
 *   running     as many instances as wanted serve visitors
 *   unhealthy   it should run, but an instance is missing, is being restarted or does not answer
 *   asleep      nothing runs until a visitor comes, because none came for a while
 *   failed      nothing runs, because the last deployment failed
 *   stopped     it should not run: never deployed, stopped, a finished task, or suspended
 *
 * A failed deployment that leaves the old version serving does not make the application `failed`.
 */
export const applicationStatuses = [
  'running',
  'deploying',
  'asleep',
  'failed',
  'stopped',
  'unhealthy',
] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** What an instance does now. */
export type InstanceCondition = 'starting' | 'running' | 'restarting' | 'not-answering' | 'stopping'

export interface ConditionedInstance extends InstanceRecord {
  condition: InstanceCondition
}

export interface StatusFacts {
  application: Pick<
    Application,
    'wanted' | 'suspended' | 'asleepSince' | 'liveDeploymentId' | 'currentInstances'
  >
  /** At least the newest, every unfinished one, and the one that made the live release. */
  deployments: readonly Deployment[]
  instances: readonly Pick<ConditionedInstance, 'deploymentId' | 'condition'>[]
}

export interface StatusReport {
  status: ApplicationStatus
  /** When it began; `null` when that is unknown. */
  since: number | null
}

/** Decides the state of an application, for every client alike. */
export function statusOf({ application, deployments, instances }: StatusFacts): StatusReport {
  if (application.suspended) return { status: 'stopped', since: null }
  const newest = newestOf(deployments)
  const unfinished = newestOf(deployments.filter((deployment) => !isEnded(deployment)))
  if (unfinished) return { status: 'deploying', since: unfinished.createdAt }
  const failed = newest && hasFailed(newest) ? newest : undefined
  if (application.wanted !== 'up') {
    if (failed) return { status: 'failed', since: failed.changedAt }
    return { status: 'stopped', since: newest?.changedAt ?? null }
  }
  if (application.asleepSince !== null) return { status: 'asleep', since: application.asleepSince }
  const live = instances.filter(
    ({ deploymentId, condition }) =>
      deploymentId === application.liveDeploymentId && condition !== 'stopping',
  )
  const serving = live.filter(({ condition }) => condition === 'running')
  if (serving.length > 0 && serving.length >= application.currentInstances) {
    const made = deployments.find(({ id }) => id === application.liveDeploymentId)
    return { status: 'running', since: made?.changedAt ?? null }
  }
  if (failed && live.length === 0) return { status: 'failed', since: failed.changedAt }
  return { status: 'unhealthy', since: null }
}

/** The newest of some deployments of one application. */
export const newestOf = (deployments: readonly Deployment[]): Deployment | undefined =>
  deployments.reduce<Deployment | undefined>(
    (newest, each) => (newest && newest.number > each.number ? newest : each),
    undefined,
  )

const hasFailed = ({ action, state }: Deployment) => action === 'deploy' && state === 'failed'

/** What an instance does, from its record and from whoever watches it. */
export function conditionOf(
  { state }: Pick<InstanceRecord, 'state'>,
  { isDown, isOut }: { isDown: boolean; isOut: boolean },
): InstanceCondition {
  if (state !== 'up') return state
  if (isDown) return 'restarting'
  return isOut ? 'not-answering' : 'running'
}

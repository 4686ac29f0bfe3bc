import {
  compareReleases,
  type ReleaseChanges,
} from '#platform/hosting/deployments/releases/compare-releases.ts'
import { releasesThatWereLive } from '#platform/hosting/deployments/releases/releases.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { type Deployment, isEnded } from '#platform/model/hosting/deployments/deployment.ts'
import type { FailureStep, Headline } from '#platform/model/hosting/deployments/failure.ts'
import { isObservation } from '#platform/model/hosting/instances/exit-advice.ts'
import { stepsOf, type TimedStep } from './deployment-steps.ts'
import type { Platform } from './platform.ts'

/** Why a deployment ended badly; `platform` when it was not the application's fault. */
export interface DeploymentFailure {
  kind: FailureStep | 'platform' | 'cancelled'
  /** One sentence. */
  message: string
  /** Observations and what to change, one per line. */
  advice: string[]
  /** What the log of the failed step says, if that was found. */
  headline: Headline | null
}

/** A deployment as its page tells it. */
export interface DeploymentStory {
  deployment: Deployment
  steps: TimedStep[]
  failure: DeploymentFailure | null
  /** What changed since the release that was live before; `null` without a release of its own. */
  changes: ReleaseChanges | null
}

type Context = Pick<Platform, 'store' | 'queue'>

export async function readDeployment(
  { store, queue }: Context,
  application: Application,
  deployment: Deployment,
): Promise<DeploymentStory> {
  const [entered, release] = await Promise.all([
    store.deployments.steps(deployment.id),
    store.releases.find(deployment.id),
  ])
  const isTask = release ? release.recipe.purpose === 'task' : application.isTask
  const isAtWork = queue.isRunning(deployment.id)
  const before =
    release &&
    (await releasesThatWereLive(store, application.id)).find(
      (each) => each.release.number < deployment.number,
    )
  return {
    deployment,
    steps: stepsOf({ deployment, entered, isTask, isAtWork }),
    failure: failureOf(deployment),
    changes: release ? compareReleases(release, before?.release) : null,
  }
}

function failureOf(deployment: Deployment): DeploymentFailure | null {
  const { state, failure, failureStep, advice, headline } = deployment
  if (!isEnded(deployment) || failure === null) return null
  return {
    kind: state === 'cancelled' ? 'cancelled' : (failureStep ?? 'platform'),
    message: failure,
    advice: withUsual(advice ? advice.split('\n') : [], headline?.advice ?? []),
    headline: headline ?? null,
  }
}

/** What is usual for a tool is said only where nothing is known that fits better. */
const withUsual = (known: readonly string[], usual: readonly string[]): string[] =>
  known.every(isObservation) ? [...usual, ...known] : [...known]

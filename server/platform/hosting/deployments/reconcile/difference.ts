import {
  planScale,
  scaleText,
  scalingAction,
} from '#platform/hosting/deployments/instances/scale-plan.ts'
import { type Application, isWantedUp, type Scale } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { DeploymentId } from '#platform/model/ids.ts'

/** An instance on record, and what is known about it. */
export interface ObservedInstance extends Instance {
  /** Runs, or is restarted by supervision. */
  isAlive: boolean
  /** Has a reason to be there although it serves nobody: a running task, a probation, or troubleshooting. */
  isSpared: boolean
}

/** What an application wants, and what it has. */
export interface ObservedApplication {
  application: Pick<
    Application,
    | 'wanted'
    | 'suspended'
    | 'asleepSince'
    | 'wakeRequestedAt'
    | 'liveDeploymentId'
    | 'currentInstances'
    | 'currentFlavor'
  >
  /** Its deployment on probation. */
  probationId?: DeploymentId | undefined
  instances: readonly ObservedInstance[]
}

/** What has to be done so that an application has what it wants. */
export interface Difference {
  /** Instances on record, and metered, that the application does not want. */
  strays: ObservedInstance[]
  /** The scaling that the instances of the live release need, with the reason in a sentence. */
  scaling?: { action: 'upscale' | 'downscale'; reason: string }
}

/** Compares what an application wants with what it has. */
export function differenceOf(observed: ObservedApplication): Difference {
  const { application, probationId, instances } = observed
  const { wanted, suspended, liveDeploymentId } = application
  const isRunning = isWantedUp(application) && liveDeploymentId !== null
  const isUsed = ({ state, isAlive, deploymentId }: ObservedInstance) =>
    state === 'up' &&
    isAlive &&
    ((isRunning && deploymentId === liveDeploymentId) ||
      (wanted !== 'gone' && !suspended && deploymentId === probationId))
  const strays = instances.filter((instance) => !isUsed(instance) && !instance.isSpared)
  // Its instances serve; the scale of the live release is of no interest until it has ended.
  if (!isRunning || probationId !== undefined) return { strays }
  const serving = instances.filter(isUsed)
  const { removed, missing } = planScale(serving, application)
  if (removed.length === 0 && missing.length === 0) return { strays }
  const [other = application.currentFlavor] = removed.map(({ flavor }) => flavor)
  const present: Scale = { currentInstances: serving.length, currentFlavor: other }
  const reason = `Wanted ${scaleText(application)}, but ${presentText(serving)}`
  return {
    strays,
    scaling: { action: scalingAction(present, application) ?? 'upscale', reason },
  }
}

function presentText(serving: readonly ObservedInstance[]): string {
  const groups = Map.groupBy(serving, ({ flavor }) => flavor)
  const texts = Array.from(groups, ([currentFlavor, { length }]) =>
    scaleText({ currentInstances: length, currentFlavor }),
  )
  if (texts.length === 0) return 'none runs'
  return `${texts.join(' and ')} ${serving.length === 1 ? 'runs' : 'run'}`
}

/** Why strays are stopped, in a sentence. */
export function strayReason(
  application: ObservedApplication['application'],
  strays: readonly ObservedInstance[],
): string {
  const count = strays.length === 1 ? '1 instance' : `${strays.length} instances`
  const isAsleep = application.wanted === 'up' && !application.suspended
  const why = isWantedUp(application)
    ? 'belong to no version that serves'
    : `run although the application ${isAsleep ? 'sleeps' : 'is stopped'}`
  const verb = strays.length === 1 ? why.replace(/^belong/, 'belongs').replace(/^run/, 'runs') : why
  return `${count} ${verb}`
}

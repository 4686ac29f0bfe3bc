import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { servingInstances } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import {
  type Deployment,
  isAutoscaling,
  isEnded,
} from '#platform/model/hosting/deployments/deployment.ts'
import { rulesOf } from '#platform/model/hosting/scale-rules.ts'
import type { Metrics } from '#platform/model/observability/metrics.ts'
import { resolutions } from '#platform/model/observability/sample.ts'
import { applyDecision } from './apply-decision.ts'
import { boundsWithin, decideScale } from './autoscale.ts'
import type { ScaleChange } from './scale-history.ts'

/** Deployments that are looked back at. */
const maxHistory = 30

export interface AutoscalerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** Looks at the load of each application whose bounds leave room, and scales it. */
export function createAutoscaler({ platform, onBug }: AutoscalerOptions): Worker {
  return createWorker({
    run: round,
    onError: onBug,
  })

  async function round(signal: AbortSignal): Promise<number> {
    const { store, policies, metrics, placement } = platform()
    const { interval } = policies.autoscaling
    const applications = await store.applications.listAutoscaled()
    // Whoever looks more often than samples are taken needs more of them.
    if (applications.length > 0 && interval < resolutions.fine) await metrics.collect()
    for (const application of applications) {
      if (signal.aborted) break
      // The loads of others are measured where they live.
      if (!(await placement.isLocal(application.id))) continue
      await autoscale(platform(), metrics, application).catch(onBug)
    }
    return interval
  }
}

/**
 * Scales one application if its load says so. While a deployment is under way, nothing is decided. All times are of the
 * monotonic clock, like those of the samples.
 */
export async function autoscale(
  platform: Platform,
  metrics: Pick<Metrics, 'recentLoad'>,
  application: Application,
): Promise<void> {
  const { store, monotonic, times } = platform
  const { autoscaling: policies, maxFlavors } = platform.policies
  const { id, liveDeploymentId } = application
  const deployments = await store.deployments.listOf(id, { limit: maxHistory })
  if (!liveDeploymentId || !deployments.every(isEnded)) return
  const release = await store.releases.find(liveDeploymentId)
  if (!release || release.recipe.purpose === 'task') return
  const now = monotonic()
  const timeOf = (key: string, date: number) => now - times.since(key, date)
  const instances = await servingInstances(platform, application)
  const newest = deployments.slice(0, 1).map((each) => timeOf(each.id, each.changedAt))
  const began = [...newest, ...instances.map((each) => timeOf(each.id, each.createdAt))]
  const decision = decideScale({
    now,
    scale: application,
    bounds: boundsWithin(application, maxFlavors.instances),
    instances,
    samples: metrics.recentLoad(id, now - 2 * Math.max(policies.upAfter, policies.downAfter)),
    changedAt: Math.max(...began),
    history: deployments
      .filter(isAutoscaling)
      .map((each) => changeOf(each, timeOf(each.id, each.changedAt))),
    rules: rulesOf(release.environment),
    policies,
  })
  if (decision) await applyDecision(platform, application, decision)
}

const changeOf = ({ action, state }: Deployment, at: number): ScaleChange => ({
  at,
  direction: action === 'upscale' ? 'up' : 'down',
  // The owner who has cancelled one does not want the same again at once.
  hasFailed: state === 'failed' || state === 'cancelled',
})

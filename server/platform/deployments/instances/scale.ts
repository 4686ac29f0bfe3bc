import { formatDuration } from '#kit/text/duration.ts'
import { getApplication } from '#platform/applications/find.ts'
import { deploy } from '#platform/deployments/deploy.ts'
import type { Deployment } from '#platform/deployments/deployment.ts'
import { createDeploymentLog } from '#platform/deployments/pipeline/deployment-log.ts'
import { drain } from '#platform/deployments/pipeline/drain.ts'
import {
  checkInstances,
  makeRoom,
  type Rollout,
  startInstances,
} from '#platform/deployments/pipeline/rollout.ts'
import { switchTo } from '#platform/deployments/pipeline/switch.ts'
import { end, transition } from '#platform/deployments/pipeline/transition.ts'
import { reroute, servingInstances } from '#platform/deployments/routes.ts'
import type { Platform } from '#platform/platform.ts'
import { healthCheckOf } from './health-check.ts'
import type { RunningInstance } from './instances.ts'
import { planScale } from './scale-plan.ts'

/**
 * Scales the live release: starts missing instances from the existing artifact, routes visitors to them once healthy,
 * then drains and stops surplus ones. Release and environment stay the same.
 */
export async function scale(platform: Platform, queued: Deployment, signal: AbortSignal) {
  const log = createDeploymentLog(platform, queued)
  const application = await getApplication(platform, queued.applicationId)
  const { wanted, liveDeploymentId, minInstances, minFlavor } = application
  const release = liveDeploymentId && (await platform.store.releases.find(liveDeploymentId))
  if (wanted !== 'up' || !release) {
    await end(platform, queued, 'stopped')
    log.info('Nothing runs that could be scaled: the next start has the new scale.')
    return
  }
  if (!(await platform.engine.holds(release.artifact))) return deploy(platform, queued, signal)

  const check = healthCheckOf(release.environment, platform.policies.healthCheckTimeout)
  let deployment = await transition(platform, queued, 'starting', signal)
  const rollout: Rollout = { application, deployment, release, check, log, signal }
  const plan = planScale(await servingInstances(platform, application), application)
  await using undo = new AsyncDisposableStack()
  log.info(
    `Scaling to ${minInstances} ${minInstances === 1 ? 'instance' : 'instances'} of flavor ${minFlavor}.`,
  )
  await makeRoom(platform, rollout)
  if (application.homogeneous && plan.kept.length === 0) {
    log.info(
      'The old instances stop first, because zero-downtime deployment is off for this application.',
    )
    await stopFirst(platform, rollout, plan.removed)
  }
  const started: RunningInstance[] = []
  await startInstances(platform, rollout, { instances: started, undo }, plan.missing)
  deployment = await transition(platform, deployment, 'checking', signal)
  await checkInstances(platform, rollout, started)
  deployment = await transition(platform, deployment, 'switching', signal)
  const { removed } = plan
  await switchTo(platform, deployment, [...plan.kept, ...started], { release, removed })
  undo.move()
  log.info(`Successfully scaled in ${formatDuration(platform.clock() - deployment.createdAt)}.`)
  if (removed.length > 0) await drain(platform, removed, signal)
}

async function stopFirst(
  platform: Platform,
  { application, signal }: Rollout,
  instances: Parameters<typeof drain>[1],
): Promise<void> {
  for (const { id } of instances) await platform.store.instances.update(id, { state: 'stopping' })
  await reroute(platform, application.id)
  await drain(platform, instances, signal)
}

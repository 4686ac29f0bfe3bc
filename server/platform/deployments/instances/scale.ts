import { formatDuration } from '#kit/text/duration.ts'
import { getApplication } from '#platform/applications/find.ts'
import type { Deployment } from '#platform/deployments/deployment.ts'
import { deploy } from '#platform/deployments/pipeline/deploy.ts'
import { tellStory } from '#platform/deployments/pipeline/deployment-log.ts'
import { retire } from '#platform/deployments/pipeline/drain.ts'
import {
  checkInstances,
  type Serving,
  startNext,
  stopAgain,
} from '#platform/deployments/pipeline/rollout.ts'
import { switchTo } from '#platform/deployments/pipeline/switch.ts'
import { end, enter } from '#platform/deployments/pipeline/transition.ts'
import { reroute, servingInstances } from '#platform/deployments/routes.ts'
import type { Platform } from '#platform/platform.ts'
import { requireStartQuota } from '#platform/quotas/running-quota.ts'
import { healthCheckOf } from './health-check.ts'
import type { RunningInstance } from './instances.ts'
import { endKept } from './keep-failed-instances.ts'
import { planScale } from './scale-plan.ts'

/**
 * Brings the live release to the scale of its application: starts what is missing from the artifact that is there, sends
 * visitors to it once it is healthy, then drains and stops what is too much. The release and its environment stay the same.
 */
export async function scale(platform: Platform, deployment: Deployment, signal: AbortSignal) {
  const story = tellStory(platform, deployment)
  const application = await getApplication(platform, deployment.applicationId)
  const { wanted, liveDeploymentId, minInstances, minFlavor } = application
  const release = liveDeploymentId && (await platform.store.releases.find(liveDeploymentId))
  if (wanted !== 'up' || !release) {
    await end(platform, deployment, 'stopped')
    story.say('Nothing runs that could be scaled: the next start has the new scale.')
    return
  }
  if (!(await platform.engine.holds(release.artifact))) return deploy(platform, deployment, signal)

  const check = healthCheckOf(release.environment, platform.policies.healthCheckTimeout)
  const serving: Serving = { application, deployment, release, check, story, signal }
  const plan = planScale(await servingInstances(platform, application), application)
  await using undo = new AsyncDisposableStack()
  await enter(platform, deployment, 'starting', signal)
  story.say(
    `Scaling to ${minInstances} ${minInstances === 1 ? 'instance' : 'instances'} of flavor ${minFlavor}.`,
  )
  await requireStartQuota(platform, application)
  await endKept(platform, application)
  if (application.homogeneous && plan.kept.length === 0) {
    story.say(
      'The old instances stop first, because zero-downtime deployment is off for this application.',
    )
    await retireFirst(platform, serving, plan.removed)
  }
  const started: RunningInstance[] = []
  for (const number of plan.missing) {
    const instance = await startNext(platform, serving, number)
    undo.defer(() => stopAgain(platform, instance, story))
    started.push(instance)
  }
  await enter(platform, deployment, 'checking', signal)
  await checkInstances(platform, serving, started)
  await enter(platform, deployment, 'switching', signal)
  const { removed } = plan
  await switchTo(platform, deployment, [...plan.kept, ...started], { release, removed })
  undo.move()
  story.say(`Successfully scaled in ${formatDuration(platform.clock() - deployment.createdAt)}.`)
  if (removed.length > 0) await retire(platform, removed, signal)
}

async function retireFirst(
  platform: Platform,
  { application, signal }: Serving,
  instances: Parameters<typeof retire>[1],
): Promise<void> {
  for (const { id } of instances) await platform.store.instances.update(id, { state: 'stopping' })
  await reroute(platform, application.id)
  await retire(platform, instances, signal)
}

import { allDone } from '#kit/concurrency/all-settled.ts'
import { formatDuration } from '#kit/text/duration.ts'
import type { Application } from '#platform/applications/application.ts'
import type { Deployment } from '#platform/deployments/deployment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import { checkAllHealth, type HealthCheck } from '#platform/deployments/instances/health-check.ts'
import {
  explainPort,
  type RunningInstance,
  startInstance,
  stopInstance,
} from '#platform/deployments/instances/instances.ts'
import {
  endKept,
  isKeptForLooking,
  keepForLooking,
} from '#platform/deployments/instances/keep-failed-instances.ts'
import type { Release } from '#platform/deployments/release.ts'
import type { Platform } from '#platform/platform.ts'
import { requireStartQuota } from '#platform/quotas/running-quota.ts'
import type { Story } from './deployment-log.ts'
import { retireOthers, retireReplaced } from './drain.ts'
import { runEpilogue } from './post-deploy-hook.ts'
import { switchTo } from './switch.ts'
import { enter } from './transition.ts'

/** A release on its way to where its deployment wants it. */
export interface Serving {
  application: Application
  deployment: Deployment
  release: Release
  check: HealthCheck
  story: Story
  signal: AbortSignal
}

/** From a release to visitors served by it. Until the switch, whatever goes wrong leaves the old version serving. */
export async function serve(platform: Platform, serving: Serving): Promise<void> {
  const { application, deployment, release, story, signal } = serving
  const instances: RunningInstance[] = []
  await using undo = new AsyncDisposableStack()
  try {
    await enter(platform, deployment, 'starting', signal)
    await requireStartQuota(platform, application)
    await endKept(platform, application)
    if (application.homogeneous)
      await retireOthers(platform, application, deployment, story, signal)
    for (let number = 0; number < application.minInstances; number++) {
      const instance = await startNext(platform, serving, number)
      undo.defer(() => stopAgain(platform, instance, story))
      instances.push(instance)
    }
    await enter(platform, deployment, 'checking', signal)
    await checkInstances(platform, serving, instances)
    await enter(platform, deployment, 'switching', signal)
    await switchTo(platform, deployment, instances)
  } catch (error) {
    const [first] = instances
    if (!first || !(error instanceof Failure) || signal.aborted) throw error
    await runEpilogue(platform, first, release.recipe.epilogue?.failed, { story, signal })
    if (isKeptForLooking(release)) {
      undo.move()
      keepForLooking(platform, instances, story)
    }
    throw error
  }
  undo.move()
  story.say(`Successfully deployed in ${formatDuration(platform.clock() - deployment.createdAt)}.`)

  const { epilogue } = release.recipe
  await allDone([
    retireReplaced(platform, application.id, deployment, story, signal),
    instances[0] && runEpilogue(platform, instances[0], epilogue?.succeeded, { story, signal }),
  ])
}

/** Starts the next instance of a release, within the quotas. */
export async function startNext(
  platform: Platform,
  { application, release, story, signal }: Serving,
  number: number,
): Promise<RunningInstance> {
  signal.throwIfAborted()
  await requireStartQuota(platform, application)
  const starting = { release, number, say: story.say, signal }
  const instance = await startInstance(platform, application, starting)
  explainPort(instance).forEach(story.say)
  return instance
}

/** Undoes the start of an instance. */
export function stopAgain(platform: Platform, { id, number }: RunningInstance, story: Story) {
  return stopInstance(platform, id, platform.policies.stopGrace).catch(({ message }: Error) =>
    story.warn(`Instance ${number} could not be stopped: ${message}.`),
  )
}

/** Returns once every instance is healthy. */
export async function checkInstances(
  { store, probe, engine, supervision }: Platform,
  { application, release, check, story, signal }: Serving,
  instances: readonly RunningInstance[],
): Promise<void> {
  const [domain] = await store.domains.listOf(application.id)
  await checkAllHealth(
    instances.map(({ id, started: { address }, ended }) => ({
      check,
      instance: { address, host: domain?.name ?? 'localhost' },
      probe,
      exited: ended,
      lastExit: () => supervision.lastExitOf(id),
      environment: release.environment,
      listening: () => engine.listening(id),
      say: story.say,
      signal,
    })),
  )
}

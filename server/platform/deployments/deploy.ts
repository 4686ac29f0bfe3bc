import { formatDuration } from '#kit/duration.ts'
import { getApplication } from '#platform/applications/find.ts'
import { gatherEnvironment } from '#platform/applications/gather.ts'
import type { Deployment } from '#platform/deployments/deployment.ts'
import { describeRecipe } from '#platform/deployments/describe-recipe.ts'
import { enter } from '#platform/deployments/enter.ts'
import { checkAllHealth, healthCheckOf } from '#platform/deployments/health-check.ts'
import {
  explainPort,
  type RunningInstance,
  startInstance,
  stopInstance,
} from '#platform/deployments/instances.ts'
import { makeRelease } from '#platform/deployments/make-release.ts'
import { retireOthers, retireReplaced } from '#platform/deployments/retire.ts'
import { findRuntime } from '#platform/deployments/runtimes.ts'
import { tellStory } from '#platform/deployments/story.ts'
import { switchTo } from '#platform/deployments/switch.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * From a commit to visitors served by it. Nothing else performs a deployment. Until the switch, whatever goes
 * wrong leaves the old version serving and nothing new running; after a crash the whole story is told again.
 */
export async function deploy(platform: Platform, deployment: Deployment, signal: AbortSignal) {
  await using undo = new AsyncDisposableStack()
  const story = tellStory(platform, deployment)
  const application = await getApplication(platform, deployment.applicationId)

  await enter(platform, deployment, 'building', signal)
  story.say(`Deployment ${deployment.number} of ${application.name}: commit ${deployment.commit}.`)
  const environment = await gatherEnvironment(platform, application, deployment)
  const check = healthCheckOf(environment, platform.policies.healthCheckDeadline)
  const source = platform.repositories.sourceOf(application.id, deployment.commit)
  const recipe = await findRuntime(platform, application.type).recipe(source, environment)
  describeRecipe(recipe).forEach(story.say)
  const release = await makeRelease(platform, {
    ...{ application, deployment, environment, recipe, source, story, signal },
  })

  await enter(platform, deployment, 'starting', signal)
  if (application.homogeneous) await retireOthers(platform, application, deployment, story)
  const instances: RunningInstance[] = []
  for (let number = 0; number < application.minInstances; number++) {
    signal.throwIfAborted()
    const instance = await startInstance(platform, application, release, number)
    undo.defer(() =>
      stopInstance(platform, instance.id, platform.policies.stopGrace).catch(({ message }: Error) =>
        story.warn(`Instance ${number} could not be stopped: ${message}.`),
      ),
    )
    explainPort(instance).forEach(story.say)
    instances.push(instance)
  }

  await enter(platform, deployment, 'checking', signal)
  const [domain] = await platform.store.domains.listOf(application.id)
  await checkAllHealth(
    instances.map(({ id, started: { address }, exited }) => ({
      check,
      instance: { address, host: domain?.name ?? 'localhost' },
      probe: platform.probe,
      exited,
      listening: () => platform.engine.listening(id),
      say: story.say,
      signal,
    })),
  )

  await enter(platform, deployment, 'switching', signal)
  await switchTo(platform, deployment, instances)
  undo.move()
  story.say(`Successfully deployed in ${formatDuration(platform.clock() - deployment.createdAt)}.`)

  await retireReplaced(platform, application.id, deployment, story)
}

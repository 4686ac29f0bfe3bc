import { getApplication } from '#platform/applications/find.ts'
import { gatherEnvironment } from '#platform/applications/gather.ts'
import { withLifetime } from '#platform/applications/lifetime.ts'
import type { Deployment } from '#platform/deployments/deployment.ts'
import { healthCheckOf } from '#platform/deployments/instances/health-check.ts'
import { describeRecipe } from '#platform/deployments/recipe/describe-recipe.ts'
import { findRuntime } from '#platform/deployments/runtimes.ts'
import type { Platform } from '#platform/platform.ts'
import { tellStory } from './deployment-log.ts'
import { makeRelease } from './make-release.ts'
import { serve } from './rollout.ts'
import { runTask } from './task.ts'
import { enter } from './transition.ts'

/**
 * From a commit to visitors served by it, or to a task that was run. Nothing else performs a deployment. Until the
 * switch, whatever goes wrong leaves the old version serving; after a crash the whole story is told again.
 */
export async function deploy(platform: Platform, deployment: Deployment, signal: AbortSignal) {
  const story = tellStory(platform, deployment)
  const application = await getApplication(platform, deployment.applicationId)

  await enter(platform, deployment, 'building', signal)
  story.say(`Deployment ${deployment.number} of ${application.name}: commit ${deployment.commit}.`)
  if (isAutomatic(deployment)) story.say(`Restarted by the platform: ${deployment.cause}.`)
  const gathered = await gatherEnvironment(platform, application, deployment, story.say)
  const environment = withLifetime(application, gathered)
  const check = healthCheckOf(environment, platform.policies.healthCheckTimeout)
  const source = platform.repositories.sourceOf(application.id, deployment.commit, signal)
  const recipe = await findRuntime(platform, application.type).recipe(source, environment)
  describeRecipe(recipe).forEach(story.say)
  const release = await makeRelease(platform, {
    application,
    deployment,
    environment,
    recipe,
    source,
    story,
    signal,
  })

  const serving = { application, deployment, release, check, story, signal }
  await (recipe.purpose === 'task' ? runTask : serve)(platform, serving)
}

/** Whether the platform itself has asked for it, such as after new values of an add-on. */
const isAutomatic = ({ authorId, cause }: Deployment): boolean =>
  authorId === '' && !['Git', 'Restart'].includes(cause)

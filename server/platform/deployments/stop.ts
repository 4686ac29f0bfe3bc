import { getApplication } from '#platform/applications/find.ts'
import type { Deployment } from '#platform/deployments/deployment.ts'
import { enter } from '#platform/deployments/enter.ts'
import { retire } from '#platform/deployments/retire.ts'
import { routeOf } from '#platform/deployments/routes.ts'
import { tellStory } from '#platform/deployments/story.ts'
import type { Platform } from '#platform/platform.ts'

/** Visitors are told that the application is stopped, then its instances end. Its release stays. */
export async function stop(platform: Platform, deployment: Deployment, signal: AbortSignal) {
  const application = await getApplication(platform, deployment.applicationId)
  await platform.store.applications.setWanted(application.id, 'down')
  await platform.traffic.switchTo(await routeOf(platform, application, []))
  await retire(platform, await platform.store.instances.listOf(application.id))
  await enter(platform, deployment, 'stopped', signal)
  tellStory(platform, deployment).say('The application was stopped.')
}

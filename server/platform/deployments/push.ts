import type { Caller } from '#platform/access/caller.ts'
import type { Application } from '#platform/applications/application.ts'
import { getApplication } from '#platform/applications/find.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { deploymentQuota } from '#platform/quotas/deployment-quota.ts'
import type { Deployment } from './deployment.ts'
import { requestDeployment } from './queue/requests.ts'

/** Queues the deployment of an accepted push. */
export async function receivePush(
  platform: Platform,
  {
    applicationId,
    commit,
    caller,
  }: { applicationId: ApplicationId; commit: string; caller: Caller },
): Promise<{ application: Application; deployment: Deployment }> {
  const application = await getApplication(platform, applicationId)
  const deployment = await requestDeployment(platform, application, {
    commit,
    cause: 'Git',
    authorId: caller.userId,
    admit: await deploymentQuota(platform, application),
  })
  return { application, deployment }
}

import { restoreInstances } from '#platform/hosting/deployments/instances/restore-instances.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { redeploy } from './requests.ts'

/**
 * Starts or stops an application under its lock, as its record says then. Other work that is queued to come first does the
 * same, so that it does not matter which of them is run.
 */
export function settleSuspension(platform: Platform, id: ApplicationId): void {
  platform.queue.first(id, async (signal) => {
    const application = await platform.store.applications.find(id)
    if (!application || (await restoreInstances(platform, application, signal))) return
    await redeploy(platform, application, { authorId: '', withoutCache: false })
  })
}

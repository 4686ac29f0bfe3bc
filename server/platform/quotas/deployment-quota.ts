import type { Application } from '#platform/applications/application.ts'
import { getApplication } from '#platform/applications/find.ts'
import type { Admission } from '#platform/deployments/requests.ts'
import type { Platform } from '#platform/platform.ts'
import { requireDiskQuota } from './disk-usage.ts'
import { requireRunningQuota } from './running-quota.ts'

/**
 * Whether the owner of an application may ask for one more deployment of it: by their disk, which is measured now, and by what runs,
 * which is counted in the transaction that queues the deployment.
 */
export async function deploymentQuota(
  {
    deploymentRate,
    diskUsage,
    policies,
  }: Pick<Platform, 'deploymentRate' | 'diskUsage' | 'policies'>,
  application: Application,
): Promise<Admission> {
  await requireDiskQuota(diskUsage, policies.quotas, application)
  return async (store) => {
    const current = await getApplication({ store }, application.id)
    await requireRunningQuota(store, policies.quotas, current)
    deploymentRate.count(application.ownerId)
  }
}

import type { Application } from '#platform/applications/application.ts'
import { getApplication } from '#platform/applications/find.ts'
import type { Admission } from '#platform/deployments/queue/requests.ts'
import type { Platform } from '#platform/platform.ts'
import { requireDiskQuota } from './disk-usage.ts'
import { quotaAccountOf } from './quota-account.ts'
import { requireRunningQuota } from './running-quota.ts'

/**
 * Whether one more deployment of an application may be asked for, by the quotas of its account: by disk, which is measured now, and by
 * what runs, which is counted in the transaction that queues the deployment.
 */
export async function deploymentQuota(
  {
    deploymentRate,
    diskUsage,
    policies,
    store,
  }: Pick<Platform, 'deploymentRate' | 'diskUsage' | 'policies' | 'store'>,
  application: Application,
): Promise<Admission> {
  const account = await quotaAccountOf(store, application.ownerId)
  await requireDiskQuota(diskUsage, policies.quotas, account)
  return async (inside) => {
    const current = await getApplication({ store: inside }, application.id)
    await requireRunningQuota(inside, policies.quotas, current)
    deploymentRate.count(account)
  }
}

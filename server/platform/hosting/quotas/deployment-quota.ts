import { getApplication } from '#platform/hosting/applications/find.ts'
import type { Admission } from '#platform/hosting/deployments/queue/requests.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf, requireDiskQuota } from '#platform/identity/quotas.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { requireRunningQuota } from './running-quota.ts'

/**
 * Admission check for one more deployment of an application, by the quotas of its account: disk usage, measured now,
 * and running instances, counted in the transaction that queues the deployment.
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

/**
 * Admission check before an application is restarted for values its owner changed, called with the store of that
 * transaction; `false` skips the restart.
 */
export type RestartAdmission = (
  store: Pick<Store, 'organisations'>,
  application: Application,
) => Promise<boolean>

/**
 * Counts such restarts as deployments of the application's quota account. The values are saved in any case; a skipped
 * restart is explained in the application's log.
 */
export const restartQuota =
  ({ deploymentRate, logs }: Pick<Platform, 'deploymentRate' | 'logs'>): RestartAdmission =>
  async (store, { id, ownerId, liveDeploymentId, commit }) => {
    const account = await quotaAccountOf(store, ownerId)
    try {
      deploymentRate.count(account)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      logs.append({
        applicationId: id,
        deploymentId: liveDeploymentId ?? '',
        instanceId: '',
        commit: commit ?? '',
        origin: 'deployment',
        severity: 'warning',
        message: `New values were saved, but the application was not restarted to get them. ${error.message}`,
      })
      return false
    }
  }

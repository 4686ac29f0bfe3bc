import type { Application } from '#platform/applications/application.ts'
import type { Admission } from '#platform/deployments/requests.ts'
import type { Platform } from '#platform/platform.ts'
import { requireRunningQuota } from './running-quota.ts'

/** Whether the owner of an application may ask for one more deployment of it. */
export const deploymentQuota =
  (
    { deploymentRate, policies }: Pick<Platform, 'deploymentRate' | 'policies'>,
    application: Application,
  ): Admission =>
  async (store) => {
    await requireRunningQuota(store, policies.quotas, application)
    deploymentRate.count(application.ownerId)
  }

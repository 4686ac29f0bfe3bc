import type { Application } from '#platform/applications/application.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Store } from '#platform/store.ts'
import { quotaAccountOf } from './quota-account.ts'

/**
 * Asked before an application is restarted because its owner changed values that it gets, with the store of the transaction that
 * restarts it; `false` leaves it as it is.
 */
export type RestartAdmission = (
  store: Pick<Store, 'organisations'>,
  application: Application,
) => Promise<boolean>

/**
 * Counts such restarts as deployments of the application's quota account. The values are kept in any case; an application that
 * gets no restart any more reads in its log why.
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

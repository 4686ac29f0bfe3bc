import type { Application } from '#platform/applications/application.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

/** Asked before an application is restarted because its owner changed values that it gets; `false` leaves it as it is. */
export type RestartAdmission = (application: Application) => boolean

/**
 * Counts such restarts as deployments of the application's owner. The values are kept in any case; an application that
 * gets no restart any more reads in its log why.
 */
export const restartQuota =
  ({ deploymentRate, logs }: Pick<Platform, 'deploymentRate' | 'logs'>): RestartAdmission =>
  ({ id, ownerId, liveDeploymentId, commit }) => {
    try {
      deploymentRate.count(ownerId)
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

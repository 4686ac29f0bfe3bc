import { createRateLimit } from '#kit/concurrency/rate-limit.ts'
import { type Application, getApplication } from '#platform/applications/application.ts'
import type { Admission } from '#platform/deployments/queue/requests.ts'
import type { OwnerId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Store } from '#platform/store.ts'
import { type Quotas, quotaAccountOf, quotaRefusal, sharedByAccount } from './quotas.ts'
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

/** Measures the disk usage of a quota account. */
export interface DiskUsage {
  /** Bytes of repositories, artifacts, caches, logs and instance files; cached for up to a minute. */
  of(accountId: OwnerId): Promise<number>
}

const megabyte = 1024 * 1024

/** Refuses writes when a quota account has used up its disk quota. */
export async function requireDiskQuota(
  usage: DiskUsage,
  quotas: Pick<Quotas, 'disk'>,
  accountId: OwnerId,
): Promise<void> {
  if (quotas.disk === Number.POSITIVE_INFINITY) return
  const used = await usage.of(accountId)
  if (used < quotas.disk) return
  throw quotaRefusal(
    'disk',
    `${Math.ceil(used / megabyte)} MB of disk are in use, and ${quotas.disk / megabyte} MB are allowed.`,
    'Delete an application, or what instances have written',
  )
}

/** Rate limit for deployments per quota account. */
export interface DeploymentRate {
  /** Counts one deployment; refuses when the hourly limit is reached. */
  count(accountId: OwnerId): void
}

const hour = 3_600_000

export function createDeploymentRate(
  { deploymentsPerHour }: Pick<Quotas, 'deploymentsPerHour'>,
  clock: () => number,
): DeploymentRate {
  const limit = createRateLimit({ attempts: deploymentsPerHour, window: hour }, clock)
  return {
    count(accountId) {
      if (limit.allow(accountId)) return
      throw new Refusal(
        'limited',
        `There were ${deploymentsPerHour} deployments within an hour, and no more are allowed. Try again later, or ask the operator to raise BERTH_QUOTA_DEPLOYMENTS. ${sharedByAccount}`,
        { wait: hour / 1000 },
      )
    },
  }
}

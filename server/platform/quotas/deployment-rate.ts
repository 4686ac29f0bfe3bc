import { createRateLimit } from '#kit/concurrency/rate-limit.ts'
import type { OwnerId } from '#platform/ids.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Quotas, sharedByAccount } from './quotas.ts'

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

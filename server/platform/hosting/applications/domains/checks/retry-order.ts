import { isOrderable } from '#platform/hosting/certificates/acme/order-policy.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { DnsState } from '#platform/model/hosting/domains/domain-check.ts'
import type { OwnerId } from '#platform/model/ids.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'policies' | 'certificateWorker'> &
  Partial<Pick<Platform, 'acme'>>

/** The first pause after a failure: authorities refuse hosts that fail several times within an hour. */
export const minRetryPause = 5 * 60_000

/**
 * Makes the failed order of a host due again once its records are right, instead of after a backoff of up to a day. The
 * limits of its owner and of the ACME server stay; `true` when it is.
 */
export async function retryOrder(
  { store, clock, policies, acme, certificateWorker }: Context,
  { host, ownerId }: { host: string; ownerId: OwnerId },
  dns: DnsState,
): Promise<boolean> {
  if (!acme || dns !== 'valid' || !isOrderable(host, policies.appsDomain)) return false
  const isDue = await store.transaction(async ({ certificateOrders }) => {
    const order = await certificateOrders.find(host)
    if (order?.ownerId !== ownerId || order.problem === null || order.attemptedBy !== null) {
      return false
    }
    const now = clock()
    const dueAt = Math.max(now, (order.attemptedAt ?? 0) + minRetryPause)
    if (dueAt >= order.dueAt) return false
    await certificateOrders.change(host, { dueAt })
    return true
  })
  if (isDue) certificateWorker.wake()
  return isDue
}

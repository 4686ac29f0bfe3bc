import { TimeoutError, withTimeout } from '#kit/concurrency/timeout.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { leaseOf } from './lease.ts'

/**
 * The result of a provider call, or the add-on as it is stored when that takes longer than a caller should wait: a
 * retry may have a long timeout, and another one may be under way. The call itself goes on.
 */
export async function answerInTime(
  platform: Pick<ProviderContext, 'store' | 'policies'>,
  addonId: AddonId,
  call: Promise<Addon | undefined>,
): Promise<Addon | undefined> {
  try {
    return await withTimeout(call, leaseOf(platform), `a call about ${addonId}`)
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    // Its outcome is stored, and what fails is retried by the worker.
    call.catch(() => {})
    return platform.store.addons.find(addonId)
  }
}

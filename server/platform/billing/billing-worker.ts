import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { leadRound } from '#platform/model/claims.ts'
import { callWebhooks } from './alerts/call-webhooks.ts'
import type { Platform } from './platform.ts'
import { settleUsage } from './usage/recover-usage.ts'

/** Use that ends with a crash counts until the last round, so this is how much of it may be lost. */
const pause = 60_000
const invoicePause = 3_600_000

/** Records that the platform is alive and calls webhooks each minute; invoices, reminds and suspends each hour. */
export function createBillingWorker({
  platform,
  onBug,
}: {
  platform: () => Platform
  onBug: (error: unknown) => void
}): Worker {
  let invoicedAt = Number.NEGATIVE_INFINITY
  return createWorker({
    run: (signal) => leadRound(platform().store.claims, 'billing', () => round(signal)),
    onError: onBug,
  })

  async function round(signal: AbortSignal): Promise<number> {
    const { clock } = platform()
    await settleUsage(platform())
    await callWebhooks(platform(), signal).catch(onBug)
    const now = clock()
    // After the clock has stepped back as well.
    if (Math.abs(now - invoicedAt) < invoicePause) return pause
    invoicedAt = now
    // Without prices nothing is invoiced, and the code for it is not loaded.
    if ((await platform().store.priceLists.list()).length === 0) return pause
    const { runBilling } = await import('./run-billing.ts')
    await runBilling(platform(), onBug)
    return pause
  }
}

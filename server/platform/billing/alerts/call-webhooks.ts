import { backoff } from '#kit/concurrency/backoff.ts'
import type { Platform } from '#platform/billing/platform.ts'
import type { SpendingNotice } from '#platform/model/billing/spending-alert.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'providerClient'>

const minute = 60_000
const pauses = { first: minute, max: 240 * minute }
const tryFor = 72 * 60 * minute
const timeout = 10_000

/** Calls at once, and in one round: a round takes no longer than one timeout, however slow the webhooks are. */
const maxCalls = 20

/**
 * Calls the webhooks of notices that are due, through the guard that keeps calls to providers off private addresses.
 * One is done when it has answered with 2xx: a crash before that is written calls it again, with the same id. Failed
 * calls are retried with back-off for three days.
 */
export async function callWebhooks(platform: Context, signal?: AbortSignal): Promise<void> {
  const due = await platform.store.spendingNotices.listDue(
    { now: platform.clock(), maxPause: pauses.max },
    maxCalls,
  )
  await Promise.all(due.map((notice) => callWebhook(platform, notice, signal)))
}

async function callWebhook(
  platform: Context,
  notice: SpendingNotice,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { store, clock } = platform
  if (await isDelivered(platform, notice, signal)) {
    await store.spendingNotices.change(notice, { webhook: null })
    return
  }
  if (signal?.aborted) return
  const dueAt = clock() + backoff(notice.attempts, pauses)
  const isOver = dueAt > notice.createdAt + tryFor
  await store.spendingNotices.change(
    notice,
    isOver ? { webhook: null } : { dueAt, attempts: notice.attempts + 1 },
  )
}

async function isDelivered(
  { providerClient }: Context,
  notice: SpendingNotice,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (notice.webhook === null) return true
  const body = webhookBody(notice)
  try {
    const call = { method: 'POST', url: notice.webhook, body, timeout } as const
    const { status } = await providerClient.call(call, signal)
    return status >= 200 && status < 300
  } catch (error) {
    if (error instanceof ProviderUnreachableError) return false
    throw error
  }
}

/** The same id in each attempt, so that the receiver can tell repetitions. */
const webhookBody = ({ webhook: _, ...notice }: SpendingNotice) => ({
  id: `${notice.ownerId}/${notice.month}/${notice.basis}/${notice.amount}`,
  type: 'spending.alert',
  ownerId: notice.ownerId,
  month: notice.month,
  basis: notice.basis,
  threshold: notice.amount,
  reached: notice.reached,
  currency: notice.currency,
  date: new Date(notice.createdAt).toISOString(),
})

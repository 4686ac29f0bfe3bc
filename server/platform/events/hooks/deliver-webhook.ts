import { backoff } from '#kit/concurrency/backoff.ts'
import { administratorsOf } from '#platform/events/delivery/administrators.ts'
import type { Platform } from '#platform/events/platform.ts'
import { recordEvent } from '#platform/events/record-event.ts'
import { ownerName } from '#platform/identity/accounts/owner-name.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { Webhook, WebhookDelivery } from '#platform/model/events/webhook.ts'
import { maxKept } from './deliveries.ts'
import { signedHeaders } from './sign-webhook.ts'
import { contentTypeOf } from './webhook-body.ts'

export type DeliveryContext = Pick<Platform, 'store' | 'clock' | 'providerClient' | 'mailWorker'>

const second = 1000
const hour = 3600 * second
const day = 24 * hour
/** Between attempts to call a webhook. */
export const pauses = { first: 10 * second, max: hour }
const tryFor = day
/** A webhook that has failed for so long is disabled. */
const disableAfter = 3 * day
const maxAnswerBytes = 4096
const maxExcerptLength = 500

/** Result of one attempt. */
type Outcome = Pick<WebhookDelivery, 'status' | 'duration' | 'excerpt' | 'failure'>

/**
 * Makes one attempt at a delivery and stores the outcome; returns whether it was delivered. A crash in between repeats
 * it under the same id.
 */
export async function deliverWebhook(
  platform: DeliveryContext,
  webhook: Webhook,
  delivery: WebhookDelivery,
  signal: AbortSignal,
): Promise<boolean> {
  const outcome = await attempt(platform, webhook, delivery, signal)
  if (signal.aborted) return false
  await platform.store.transaction((store) =>
    storeOutcome({ ...platform, store }, webhook, delivery, outcome),
  )
  return outcome.failure === ''
}

async function attempt(
  { providerClient, clock }: DeliveryContext,
  { secret }: Webhook,
  { id, replayOf, url, format, body }: WebhookDelivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const headers = {
    ...signedHeaders(secret, { id: replayOf ?? id, body, now: clock() }),
    'content-type': contentTypeOf(format),
  }
  const post = { url, text: body, headers, maxAnswerBytes }
  const { text, ...outcome } = await providerClient.post(post, signal)
  return { ...outcome, excerpt: text.slice(0, maxExcerptLength) }
}

async function storeOutcome(
  platform: DeliveryContext,
  webhook: Webhook,
  delivery: WebhookDelivery,
  outcome: Outcome,
): Promise<void> {
  const { store, clock } = platform
  const now = clock()
  const { attempts, createdAt } = delivery
  const tried = { ...outcome, attempts: attempts + 1, attemptedAt: now }
  if (outcome.failure === '') {
    await store.webhookDeliveries.change(delivery.id, { ...tried, state: 'delivered' })
    if (webhook.failingSince !== null)
      await store.webhooks.change(webhook.id, { failingSince: null })
    return store.webhookDeliveries.removeBeyond(webhook.id, maxKept)
  }
  const dueAt = now + backoff(attempts, pauses)
  const isOver = dueAt > createdAt + tryFor
  await store.webhookDeliveries.change(
    delivery.id,
    isOver ? { ...tried, state: 'failed' } : { ...tried, dueAt },
  )
  if (isOver) await store.webhookDeliveries.removeBeyond(webhook.id, maxKept)
  const failingSince = webhook.failingSince ?? now
  if (now - failingSince >= disableAfter) return disable(platform, webhook, outcome.failure)
  if (webhook.failingSince === null) await store.webhooks.change(webhook.id, { failingSince })
}

/** Switches a webhook off and tells the administrators. */
async function disable(
  platform: DeliveryContext,
  { id, ownerId, name }: Webhook,
  failure: string,
): Promise<void> {
  const { store, clock } = platform
  const days = String(disableAfter / day)
  await store.webhooks.change(id, { state: 'DISABLED' })
  await store.webhookDeliveries.failPending(id, 'The webhook was disabled.')
  await recordEvent(store, {
    ownerId,
    date: clock(),
    name: 'WEBHOOK_DISABLED',
    subjectId: '',
    data: { id, name, ownerId, failure },
  })
  const organisation = await ownerName(store, ownerId)
  for (const to of await administratorsOf(store, ownerId)) {
    await post(platform, 'webhook-disabled', to, {
      hook: name || id,
      id,
      ownerId,
      organisation,
      days,
      failure,
    })
  }
}

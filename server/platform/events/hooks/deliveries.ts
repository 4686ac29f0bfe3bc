import { newId } from '#kit/text/ids.ts'
import { canSee } from '#platform/events/follow-events.ts'
import type { Platform } from '#platform/events/platform.ts'
import { visibilityOf } from '#platform/model/events/actions.ts'
import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { Webhook, WebhookDelivery, WebhookUrl } from '#platform/model/events/webhook.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { isWebhookDeliveryId, type WebhookDeliveryId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { type BodyOptions, webhookCall } from './webhook-body.ts'

/** Deliveries that wait for one webhook; what comes on top is logged as failed. */
const maxPending = 1000
/** Ended deliveries kept per webhook. */
export const maxKept = 200

const tooMany = `More than ${maxPending} deliveries wait for this webhook.`

/** Queues an event for each URL of a webhook, inside a transaction. */
export async function enqueueDeliveries(
  store: Store,
  webhook: Webhook,
  event: PlatformEvent,
  { now, ...options }: BodyOptions & { now: number },
): Promise<void> {
  const pending = await store.webhookDeliveries.countPending(webhook.id)
  for (const url of webhook.urls) {
    const delivery = newDelivery(webhook, url, event, { now, ...options })
    const isFull = pending >= maxPending
    await store.webhookDeliveries.add(
      isFull ? { ...delivery, state: 'failed', failure: tooMany } : delivery,
    )
    if (isFull) await store.webhookDeliveries.removeBeyond(webhook.id, maxKept)
  }
}

const newDelivery = (
  { id: webhookId, ownerId }: Webhook,
  target: WebhookUrl,
  event: PlatformEvent,
  { now, ...options }: BodyOptions & { now: number },
): WebhookDelivery => ({
  id: newId('webhookdelivery'),
  webhookId,
  ownerId,
  eventId: event.id,
  eventName: event.name,
  format: target.format,
  ...webhookCall(target, event, options),
  ...notAttempted(now),
  replayOf: null,
})

/** Deliveries of a webhook, newest first. */
export async function listDeliveries(
  { store }: Pick<Platform, 'store'>,
  { id }: Webhook,
  { before, ...page }: { limit: number; before?: string; state?: WebhookDelivery['state'] },
): Promise<WebhookDelivery[]> {
  if (before !== undefined && !isWebhookDeliveryId(before)) return []
  return store.webhookDeliveries.listOf(id, { ...page, ...(before !== undefined && { before }) })
}

/** A delivery without its body, unless the caller may see the event. */
export async function withVisibleBody(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  delivery: WebhookDelivery,
): Promise<WebhookDelivery> {
  const { ownerId, eventName } = delivery
  const visibility = visibilityOf(eventName, ownerId)
  return (await canSee(platform, caller, { ownerId, visibility }))
    ? delivery
    : { ...delivery, body: '' }
}

/** Sends an ended delivery again, to the address that it had, under the same id for the receiver. */
export async function replayDelivery(
  { store, clock, webhookWorker }: Pick<Platform, 'store' | 'clock' | 'webhookWorker'>,
  webhook: Webhook,
  id: string,
): Promise<WebhookDelivery> {
  const known = isWebhookDeliveryId(id) ? await store.webhookDeliveries.find(id) : undefined
  if (known?.webhookId !== webhook.id) {
    throw new Refusal('missing', `There is no delivery ${id.slice(0, 100)}.`)
  }
  if (known.state === 'pending') {
    throw new Refusal('conflict', 'The delivery is still being tried.')
  }
  if (webhook.state === 'DISABLED') {
    throw new Refusal('conflict', 'The webhook is disabled. Enable it first.')
  }
  const replay = repeated(known, clock())
  await store.transaction(async (inside) => {
    if (!(await inside.webhooks.find(webhook.id))) {
      throw new Refusal('missing', `There is no webhook ${webhook.id}.`)
    }
    if ((await inside.webhookDeliveries.countPending(webhook.id)) >= maxPending) {
      throw new Refusal('limited', tooMany)
    }
    await inside.webhookDeliveries.add(replay)
  })
  webhookWorker.wake()
  return replay
}

function repeated(known: WebhookDelivery, now: number): WebhookDelivery {
  const replayOf: WebhookDeliveryId = known.replayOf ?? known.id
  return {
    ...known,
    id: newId('webhookdelivery'),
    replayOf,
    ...notAttempted(now),
  }
}

/** The progress of a delivery that is due at once. */
const notAttempted = (now: number) => ({
  state: 'pending' as const,
  createdAt: now,
  dueAt: now,
  attempts: 0,
  attemptedAt: null,
  status: null,
  duration: null,
  excerpt: '',
  failure: '',
})

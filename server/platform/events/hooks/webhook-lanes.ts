import { createDeliveryLanes, type DeliveryLanes } from '#platform/delivery/delivery-lanes.ts'
import { type DeliveryContext, deliverWebhook } from './deliver-webhook.ts'

/** So many that those without a place, of owners who have theirs, never hide the others. */
const maxHooks = 100_000

export interface WebhookLanesOptions {
  platform: () => DeliveryContext
  signal: AbortSignal
  /** Called when a place is free again. */
  onFree(): void
  onBug(error: unknown): void
}

/** Calls several webhooks at once, each one in order. */
export function createWebhookLanes({ platform, ...options }: WebhookLanesOptions): DeliveryLanes {
  return createDeliveryLanes({
    ...options,
    async listDue() {
      const { store, clock } = platform()
      const due = await store.webhookDeliveries.listDueWebhooks(clock(), maxHooks)
      return due.map(({ webhookId, ...target }) => ({ id: webhookId, ...target }))
    },
    async deliverNext(webhookId) {
      const { store, clock } = platform()
      const webhook = await store.webhooks.find(webhookId)
      const delivery = await store.webhookDeliveries.findDue(webhookId, clock())
      if (!webhook || !delivery) return false
      return deliverWebhook(platform(), webhook, delivery, options.signal)
    },
  })
}

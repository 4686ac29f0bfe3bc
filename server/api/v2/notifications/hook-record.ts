import type {
  emailHookAnswer,
  webhookAnswer,
  webhookDeliveryAnswer,
} from '#api/answers/notifications.ts'
import type { Infer } from '#kit/schema.ts'
import type { EmailHook } from '#platform/model/events/email-hook.ts'
import type { Webhook, WebhookDelivery } from '#platform/model/events/webhook.ts'

const iso = (date: number): string => new Date(date).toISOString()

export const webhookToWire = (
  { id, name, ownerId, scope, events, urls, state, createdAt }: Webhook,
  failures: readonly WebhookDelivery[],
): Infer<typeof webhookAnswer> => ({
  id,
  name,
  ownerId,
  scope: scope && [...scope],
  events: events && [...events],
  urls,
  state,
  failures: failures.map(failureToWire),
  createdAt: iso(createdAt),
})

const failureToWire = ({
  url,
  status,
  failure,
  excerpt,
  attemptedAt,
  createdAt,
}: WebhookDelivery) => ({
  url,
  ...(status === null ? { networkFailure: failure } : { status }),
  ...(excerpt !== '' && { partialBody: excerpt }),
  createdAt: iso(attemptedAt ?? createdAt),
})

export const emailHookToWire = ({
  id,
  name,
  ownerId,
  scope,
  events,
  notified,
  createdAt,
}: EmailHook): Infer<typeof emailHookAnswer> => ({
  id,
  name,
  ownerId,
  scope: scope && [...scope],
  events: events && [...events],
  notified,
  createdAt: iso(createdAt),
})

export const deliveryToWire = (delivery: WebhookDelivery): Infer<typeof webhookDeliveryAnswer> => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  messageId: delivery.replayOf ?? delivery.id,
  event: delivery.eventName,
  eventId: delivery.eventId,
  format: delivery.format,
  url: delivery.url,
  state: delivery.state,
  createdAt: iso(delivery.createdAt),
  attempts: delivery.attempts,
  attemptedAt: delivery.attemptedAt === null ? null : iso(delivery.attemptedAt),
  nextAttemptAt: delivery.state === 'pending' ? iso(delivery.dueAt) : null,
  status: delivery.status,
  duration: delivery.duration,
  excerpt: delivery.excerpt,
  failure: delivery.failure,
  body: delivery.body,
})

import { exactOptional, integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'
import { webhookFormats } from '#platform/model/events/webhook.ts'

const names = nullable(list(string))

export const webhookFormat = oneOf(...webhookFormats)
export const webhookState = oneOf('ENABLED', 'DISABLED')

export const webhookUrl = object({ format: webhookFormat, url: string })

export const webhookAnswer = object({
  id: string,
  name: string,
  ownerId: string,
  scope: names,
  events: names,
  urls: list(webhookUrl),
  state: webhookState,
  failures: list(
    object({
      url: string,
      networkFailure: exactOptional(string),
      status: exactOptional(integer),
      partialBody: exactOptional(string),
      createdAt: string,
    }),
  ),
  createdAt: string,
})

/** With the secret of its signatures, which is shown only once. */
export const newWebhookAnswer = object({ ...webhookAnswer.pipe[1].entries, secret: string })

export const webhookSecret = object({ secret: string })

export const emailTargetType = oneOf('email', 'userid', 'organisation')

export const emailHookAnswer = object({
  id: string,
  name: string,
  ownerId: string,
  scope: names,
  events: names,
  notified: list(object({ type: emailTargetType, target: exactOptional(string) })),
  createdAt: string,
})

export const eventNamesAnswer = object({
  events: list(string),
  meta_events: object({
    META_SERVICE_LIFECYCLE: list(string),
    META_DEPLOYMENT_RESULT: list(string),
    META_SERVICE_MANAGEMENT: list(string),
    META_CREDITS: list(string),
    META_ALERT: list(string),
  }),
})

export const deliveryState = oneOf('pending', 'delivered', 'failed')

export const webhookDeliveryAnswer = object({
  id: string,
  webhookId: string,
  /** The same for a delivery and its replays, and in the header `webhook-id`. */
  messageId: string,
  event: string,
  eventId: integer,
  format: webhookFormat,
  url: string,
  state: deliveryState,
  createdAt: string,
  attempts: integer,
  attemptedAt: nullable(string),
  nextAttemptAt: nullable(string),
  status: nullable(integer),
  duration: nullable(integer),
  excerpt: string,
  failure: string,
  body: string,
})

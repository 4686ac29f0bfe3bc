import type { Endpoint } from '#api/http/endpoint.ts'
import { notificationEndpoints } from '#api/v2/notifications/notifications.ts'
import { alertEndpoints } from '#api/v4/alerts/alerts.ts'
import { newsEndpoints } from '#api/v4/self/news.ts'
import * as events from './events.ts'
import * as deliveries from './webhook-deliveries.ts'

/** Events, webhooks, e-mail notifications and alerts. */
export const eventEndpoints: readonly Endpoint[] = [
  events.followOwnerEvents,
  events.followAllEvents,
  events.listOwnerEvents,
  events.listAllEvents,
  ...notificationEndpoints,
  deliveries.listWebhookDeliveries,
  deliveries.postWebhookReplay,
  deliveries.postWebhookSecret,
  ...alertEndpoints,
  ...newsEndpoints,
]

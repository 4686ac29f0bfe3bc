import { eventNamesAnswer } from '#api/answers/notifications.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { events, metaEvents } from '#protocol/events.ts'
import { emailHookEndpoints } from './email-hooks.ts'
import { webhookEndpoints } from './webhooks.ts'

const eventNames = Object.keys(events).sort()

/** Endpoints of webhooks and e-mail notifications. */
export const notificationEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v2/notifications/info/events',
    access: 'user',
    summary: 'Lists the events that webhooks and e-mail notifications can be for',
    answer: eventNamesAnswer,
    handle: async () => ({ events: eventNames, meta_events: metaEvents }),
  }),
  ...webhookEndpoints,
  ...emailHookEndpoints,
]

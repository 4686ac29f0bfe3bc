import { eventNamesAnswer } from '#api/answers/notifications.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import {
  eventNameOf,
  metaEvents,
  ownEventNames,
  publicEventNames,
} from '#platform/events/event-names.ts'
import { emailHookEndpoints } from './email-hooks.ts'
import { webhookEndpoints } from './webhooks.ts'

/** Endpoints of webhooks and e-mail notifications. The actions of all endpoints are events that there can be. */
export function notificationEndpoints(all: () => readonly Endpoint[]): Endpoint[] {
  let known: ReadonlySet<string> | undefined
  const eventNames = () => {
    known ??= new Set(namesOf(all()))
    return known
  }
  return [
    endpoint({
      method: 'GET',
      path: '/v2/notifications/info/events',
      access: 'user',
      summary: 'Lists the events that webhooks and e-mail notifications can be for',
      answer: eventNamesAnswer,
      handle: async () => ({ events: [...eventNames()].sort(), meta_events: metaEvents }),
    }),
    ...webhookEndpoints(eventNames),
    ...emailHookEndpoints(eventNames),
  ]
}

const namesOf = (endpoints: readonly Endpoint[]): string[] => [
  ...publicEventNames,
  ...ownEventNames,
  ...endpoints.flatMap(({ method, action }) =>
    action === undefined || method === 'GET' ? [] : [eventNameOf(action)],
  ),
]

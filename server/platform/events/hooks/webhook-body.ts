import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { WebhookFormat } from '#platform/model/events/webhook.ts'
import { eventSentence } from './event-sentence.ts'

const json = (value: unknown): string => JSON.stringify(value)

const formats: Readonly<Record<WebhookFormat, (event: PlatformEvent) => string>> = {
  raw: ({ id, ownerId, name, date, data }) => json({ id, event: name, date, ownerId, data }),
  slack: (event) => json({ text: escapeForSlack(eventSentence(event)) }),
  gitter: (event) =>
    new URLSearchParams({
      message: eventSentence(event),
      level: event.name === 'DEPLOYMENT_FAIL' ? 'error' : 'info',
    }).toString(),
  flowdock: (event) =>
    json({ event: 'message', content: eventSentence(event), external_user_name: 'Berth' }),
}

/** What is posted, as the receiver's service wants it. */
export const webhookBody = (format: WebhookFormat, event: PlatformEvent): string =>
  formats[format](event)

export const contentTypeOf = (format: WebhookFormat): string =>
  format === 'gitter' ? 'application/x-www-form-urlencoded' : 'application/json'

/** Slack reads `<…>` as links and mentions, so that a name could notify a whole channel. */
const escapeForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { WebhookFormat, WebhookUrl } from '#platform/model/events/webhook.ts'
import { eventSentence } from './event-sentence.ts'
import { chatMessage } from './formats/chat-message.ts'
import { discordMessage } from './formats/discord.ts'
import { ntfyMessage, parseNtfyUrl } from './formats/ntfy.ts'
import { teamsMessage } from './formats/teams.ts'

/** What is posted, and where. */
export interface WebhookCall {
  url: string
  body: string
}

export interface BodyOptions {
  /** URL of the console, without trailing slash. */
  consoleUrl: string
}

type ToText = (event: PlatformEvent, options: BodyOptions) => string

const json = (value: unknown): string => JSON.stringify(value)

const formats: Readonly<Record<Exclude<WebhookFormat, 'ntfy'>, ToText>> = {
  raw: ({ id, ownerId, name, date, data }) => json({ id, event: name, date, ownerId, data }),
  slack: (event) => json({ text: escapeForSlack(eventSentence(event)) }),
  discord: (event, { consoleUrl }) => json(discordMessage(chatMessage(event, consoleUrl))),
  teams: (event, { consoleUrl }) => json(teamsMessage(chatMessage(event, consoleUrl))),
  gitter: (event) =>
    new URLSearchParams({
      message: eventSentence(event),
      level: event.name === 'DEPLOYMENT_FAIL' || event.name === 'ALERT_BEGIN' ? 'error' : 'info',
    }).toString(),
  flowdock: (event) =>
    json({ event: 'message', content: eventSentence(event), external_user_name: 'Berth' }),
}

/** The call of a webhook as the receiver's service wants it. */
export function webhookCall(
  { format, url }: WebhookUrl,
  event: PlatformEvent,
  options: BodyOptions,
): WebhookCall {
  if (format !== 'ntfy') return { url, body: formats[format](event, options) }
  const { topic = '', ...server } = parseNtfyUrl(url) ?? { url }
  return { ...server, body: json(ntfyMessage(chatMessage(event, options.consoleUrl), topic)) }
}

export const contentTypeOf = (format: WebhookFormat): string =>
  format === 'gitter' ? 'application/x-www-form-urlencoded' : 'application/json'

/** Slack reads `<…>` as links and mentions, so that a name could notify a whole channel. */
const escapeForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

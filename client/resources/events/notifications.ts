import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

export interface WebhookUrl {
  format: string
  url: string
}

/** What webhooks and e-mail notifications have in common. */
export interface HookFilter {
  name: string
  /** Ids of applications and add-ons; null for all of the owner. */
  scope: string[] | null
  /** Names of events; null for all. */
  events: string[] | null
}

export interface Webhook extends HookFilter {
  id: string
  ownerId: string
  urls: WebhookUrl[]
  state: 'ENABLED' | 'DISABLED'
  failures: { url: string; networkFailure?: string; status?: number; partialBody?: string }[]
  createdAt: string
}

export interface WebhookDelivery {
  id: string
  webhookId: string
  /** The same for a delivery and its replays. */
  messageId: string
  event: string
  eventId: number
  url: string
  state: 'pending' | 'delivered' | 'failed'
  createdAt: string
  attempts: number
  attemptedAt: string | null
  nextAttemptAt: string | null
  status: number | null
  /** Milliseconds. */
  duration: number | null
  excerpt: string
  failure: string
  body: string
}

export interface EmailTarget {
  type: 'email' | 'userid' | 'organisation'
  target?: string
}

export interface EmailHook extends HookFilter {
  id: string
  ownerId: string
  notified: EmailTarget[]
  createdAt: string
}

/** Events that hooks can be for; a `META_` one stands for several. */
export interface EventNames {
  events: string[]
  meta_events: Record<string, string[]>
}

export const notificationInfo = ({ ask }: Connection) => ({
  events: () => ask<EventNames>({ method: 'GET', path: '/v2/notifications/info/events' }),
  formats: () => ask<string[]>({ method: 'GET', path: '/v2/notifications/info/webhookformats' }),
})

/** What the two kinds of hooks have in common; `kind` is their word in the path. */
const hooks = <Hook, Wanted, Added = Hook>({ ask }: Connection, kind: string) => ({
  list: (ownerId: string) =>
    ask<Hook[]>({ method: 'GET', path: path`/v2/notifications/${kind}/${ownerId}` }),
  add: (ownerId: string, body: Wanted) =>
    ask<Added>({ method: 'POST', path: path`/v2/notifications/${kind}/${ownerId}`, body }),
  change: (ownerId: string, id: string, body: Wanted) =>
    ask<Hook>({ method: 'PUT', path: path`/v2/notifications/${kind}/${ownerId}/${id}`, body }),
  remove: (ownerId: string, id: string) =>
    ask<Message>({ method: 'DELETE', path: path`/v2/notifications/${kind}/${ownerId}/${id}` }),
})

export type WantedWebhook = HookFilter & { urls: WebhookUrl[]; state?: Webhook['state'] }

export const webhooks = (connection: Connection) => {
  const { ask } = connection
  const one = (ownerId: string, id: string) =>
    path`/v4/berth/organisations/${ownerId}/webhooks/${id}`
  return {
    /** The answer to a new one has the secret of its signatures, once. */
    ...hooks<Webhook, WantedWebhook, Webhook & { secret: string }>(connection, 'webhooks'),
    /** Gives it another secret. */
    renewSecret: (ownerId: string, id: string) =>
      ask<{ secret: string }>({ method: 'POST', path: `${one(ownerId, id)}/secret` }),
    /** Newest first. */
    deliveries: (
      ownerId: string,
      id: string,
      query: {
        limit?: number | undefined
        before?: string | undefined
        state?: string | undefined
      },
    ) => ask<WebhookDelivery[]>({ method: 'GET', path: `${one(ownerId, id)}/deliveries`, query }),
    replay: (ownerId: string, id: string, deliveryId: string) =>
      ask<WebhookDelivery>({
        method: 'POST',
        path: one(ownerId, id) + path`/deliveries/${deliveryId}/replay`,
      }),
  }
}

export const emailHooks = (connection: Connection) =>
  hooks<EmailHook, HookFilter & { notified: EmailTarget[] }>(connection, 'emailhooks')

import type { AuthorId, OwnerId, WebhookDeliveryId, WebhookId } from '#platform/model/ids.ts'
import type { EventId } from './event.ts'

export const webhookFormats = [
  'raw',
  'slack',
  'discord',
  'teams',
  'ntfy',
  'gitter',
  'flowdock',
] as const
export type WebhookFormat = (typeof webhookFormats)[number]

export interface WebhookUrl {
  readonly format: WebhookFormat
  readonly url: string
}

/** Which events a webhook or e-mail hook is for. */
export interface HookFilter {
  readonly ownerId: OwnerId
  readonly name: string
  /** Ids of applications and add-ons; `null` for all of the owner. */
  readonly scope: readonly string[] | null
  /** Names of events, also of the `META_` ones; `null` for all. */
  readonly events: readonly string[] | null
}

export interface Webhook extends HookFilter {
  readonly id: WebhookId
  /** May contain secrets, so they are encrypted at rest. */
  readonly urls: readonly WebhookUrl[]
  /** Key of the signatures; encrypted at rest and shown only when it is made. */
  readonly secret: string
  readonly state: 'ENABLED' | 'DISABLED'
  readonly createdAt: number
  /** Who chose its URLs and answers for what is sent there; empty when their program may see less than they. */
  readonly createdBy: AuthorId
  /** Time of the first failure since the last success; `null` after a success. */
  readonly failingSince: number | null
}

/** One event for one URL of a webhook: waits until it was delivered or given up, and is kept as a log for a while. */
export interface WebhookDelivery {
  readonly id: WebhookDeliveryId
  readonly webhookId: WebhookId
  readonly ownerId: OwnerId
  readonly eventId: EventId
  readonly eventName: string
  readonly format: WebhookFormat
  /** Encrypted at rest. */
  readonly url: string
  readonly body: string
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly createdAt: number
  /** Earliest time of the next attempt. */
  readonly dueAt: number
  readonly attempts: number
  readonly attemptedAt: number | null
  /** Of the last response. */
  readonly status: number | null
  /** Of the last attempt, in milliseconds. */
  readonly duration: number | null
  /** Beginning of the last response. */
  readonly excerpt: string
  /** Why the last attempt failed, in one sentence, or empty. */
  readonly failure: string
  /** Delivery that this one repeats. */
  readonly replayOf: WebhookDeliveryId | null
}

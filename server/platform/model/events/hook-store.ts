import type { EmailHookId, OwnerId, WebhookDeliveryId, WebhookId } from '#platform/model/ids.ts'
import type { EventVisibility } from '#protocol/events.ts'
import type { DueTime } from './due-time.ts'
import type { EmailHook, EmailHookLine } from './email-hook.ts'
import type { Webhook, WebhookDelivery } from './webhook.ts'

export type WebhookChange = Partial<Omit<Webhook, 'id' | 'ownerId' | 'createdAt'>>

export interface Webhooks {
  add(webhook: Webhook): Promise<void>
  find(id: WebhookId): Promise<Webhook | undefined>
  /** Oldest first. */
  listOf(ownerId: OwnerId): Promise<Webhook[]>
  change(id: WebhookId, change: WebhookChange): Promise<void>
  /** Removes it with its deliveries. */
  remove(id: WebhookId): Promise<void>
  removeOf(ownerId: OwnerId): Promise<void>
}

/** A webhook with deliveries that are due. */
export interface DueWebhook {
  webhookId: WebhookId
  ownerId: OwnerId
  /** Quota account of its owner. */
  accountId: OwnerId
  /** Of the delivery that is due longest. */
  dueAt: number
  isFailing: boolean
}

export interface WebhookDeliveries {
  add(delivery: WebhookDelivery): Promise<void>
  find(id: WebhookDeliveryId): Promise<WebhookDelivery | undefined>
  /** Newest first. */
  listOf(
    webhookId: WebhookId,
    page: { limit: number; before?: WebhookDeliveryId; state?: WebhookDelivery['state'] },
  ): Promise<WebhookDelivery[]>
  countPending(webhookId: WebhookId): Promise<number>
  /** Webhooks with due deliveries, the longest due first. */
  listDueWebhooks(due: DueTime, limit: number): Promise<DueWebhook[]>
  /** The delivery of a webhook that is due first; of several the oldest. */
  findDue(webhookId: WebhookId, due: DueTime): Promise<WebhookDelivery | undefined>
  /** Time at which the next one of any webhook is due. */
  nextDue(): Promise<number | undefined>
  change(id: WebhookDeliveryId, change: Partial<Omit<WebhookDelivery, 'id'>>): Promise<void>
  /** Gives up everything that waits for a webhook. */
  failPending(webhookId: WebhookId, failure: string): Promise<void>
  /** Removes the oldest ended deliveries of a webhook with more than this. */
  removeBeyond(webhookId: WebhookId, maxCount: number): Promise<void>
  /** Removes ended deliveries. */
  removeOlderThan(date: number): Promise<void>
}

export interface EmailHooks {
  add(hook: EmailHook): Promise<void>
  find(id: EmailHookId): Promise<EmailHook | undefined>
  /** Oldest first. */
  listOf(ownerId: OwnerId): Promise<EmailHook[]>
  change(
    id: EmailHookId,
    change: Partial<Pick<EmailHook, 'name' | 'scope' | 'events' | 'notified'>>,
  ): Promise<void>
  remove(id: EmailHookId): Promise<void>
  removeOf(ownerId: OwnerId): Promise<void>
}

/** What waits to be mailed. */
export interface EmailHookLines {
  add(line: EmailHookLine): Promise<void>
  /** E-mail hooks with lines, with the time of the first line and of the last mail. */
  listHooks(): Promise<{ hookId: EmailHookId; since: number; sentAt: number | null }[]>
  /** Those of these visibilities, oldest first, with the number of all of them. */
  listOf(
    hookId: EmailHookId,
    visibilities: readonly EventVisibility[],
    limit: number,
  ): Promise<{ lines: EmailHookLine[]; count: number }>
  /** Removes all lines of a hook, because they were mailed at this time. */
  settle(hookId: EmailHookId, sentAt: number): Promise<void>
}

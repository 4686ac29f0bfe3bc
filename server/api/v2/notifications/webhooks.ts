import {
  newWebhookAnswer,
  webhookAnswer,
  webhookFormat,
  webhookState,
  webhookUrl,
} from '#api/answers/notifications.ts'
import { outcome } from '#api/answers/outcome.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { array, list, object, optional } from '#kit/schema.ts'
import { listDeliveries } from '#platform/events/hooks/deliveries.ts'
import { webhookPermissionsOf } from '#platform/events/hooks/webhook-permissions.ts'
import { changeWebhook, createWebhook, getWebhook } from '#platform/events/hooks/webhooks.ts'
import { type Webhook, webhookFormats } from '#platform/model/events/webhook.ts'
import type { Platform } from '#platform/platform.ts'
import { filterEntries, wantedFilter } from './hook-filter-body.ts'
import { webhookToWire } from './hook-record.ts'

const path = '/v2/notifications/webhooks/:ownerId'
const access = { on: 'owner', may: 'operate' } as const
const shownFailures = 5

const body = object({ ...filterEntries, urls: array(webhookUrl), state: optional(webhookState) })

const withFailures = async (platform: Platform, webhook: Webhook) => {
  const page = { limit: shownFailures, state: 'failed' } as const
  return webhookToWire(webhook, await listDeliveries(platform, webhook, page))
}

export const webhookEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v2/notifications/info/webhookformats',
    access: 'user',
    summary: 'Lists the formats of webhooks',
    answer: list(webhookFormat),
    handle: async () => webhookFormats,
  }),
  endpoint({
    method: 'GET',
    path,
    access,
    summary: 'Lists webhooks, with their last failed deliveries',
    answer: list(webhookAnswer),
    async handle({ platform, ownerId }) {
      const webhooks = await platform.store.webhooks.listOf(ownerId)
      return Promise.all(webhooks.map((webhook) => withFailures(platform, webhook)))
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access,
    action: 'webhook.create',
    summary:
      'Adds a webhook: called with each event of the owner, or only of `scope` and `events`; the answer has the `secret` of its signatures, once',
    body,
    answer: newWebhookAnswer,
    async handle({ platform, ownerId, caller, body: { urls, state, ...filter } }) {
      const webhook = await createWebhook(platform, ownerId, webhookPermissionsOf(caller), {
        ...wantedFilter(filter),
        urls,
        state,
      })
      return { ...webhookToWire(webhook, []), secret: webhook.secret }
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${path}/:webhookId`,
    access,
    action: 'webhook.change',
    summary: 'Changes what a webhook is for, or enables it again',
    body,
    answer: webhookAnswer,
    async handle({ platform, ownerId, caller, params, body: { urls, state, ...filter } }) {
      const webhook = await getWebhook(platform, ownerId, params.webhookId)
      const wanted = { ...wantedFilter(filter), urls, state }
      const changed = await changeWebhook(platform, webhook, webhookPermissionsOf(caller), wanted)
      return withFailures(platform, changed)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/:webhookId`,
    access,
    action: 'webhook.delete',
    summary: 'Removes a webhook with its deliveries',
    answer: outcome,
    async handle({ platform, ownerId, params }) {
      const { id } = await getWebhook(platform, ownerId, params.webhookId)
      await platform.store.webhooks.remove(id)
      return done('The webhook was removed.')
    },
  }),
]

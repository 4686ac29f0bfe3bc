import { deliveryState, webhookDeliveryAnswer, webhookSecret } from '#api/answers/notifications.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo, readQuery } from '#api/http/query.ts'
import { deliveryToWire } from '#api/v2/notifications/hook-record.ts'
import { list, string } from '#kit/schema.ts'
import {
  listDeliveries,
  replayDelivery,
  withVisibleBody,
} from '#platform/events/hooks/deliveries.ts'
import { getWebhook, renewWebhookSecret } from '#platform/events/hooks/webhooks.ts'

const path = '/v4/berth/organisations/:ownerId/webhooks/:webhookId'
const access = { on: 'owner', may: 'operate' } as const
const parameters = { limit: countUpTo(200), before: string, state: deliveryState }
const usualDeliveries = 20

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: `${path}/deliveries`,
  access,
  summary: 'Lists deliveries of a webhook, newest first: `limit`, `before` (an id), `state`',
  query: parameters,
  answer: list(webhookDeliveryAnswer),
  async handle({ platform, ownerId, caller, params, query }) {
    const webhook = await getWebhook(platform, ownerId, params.webhookId)
    const { limit = usualDeliveries, ...filter } = readQuery(query, parameters)
    const found = await listDeliveries(platform, webhook, { limit, ...filter })
    const visible = found.map((delivery) => withVisibleBody(platform, caller, delivery))
    return (await Promise.all(visible)).map(deliveryToWire)
  },
})

export const postWebhookReplay = endpoint({
  method: 'POST',
  path: `${path}/deliveries/:deliveryId/replay`,
  access,
  action: 'webhook.replay',
  summary: 'Sends a delivery that has ended again',
  answer: webhookDeliveryAnswer,
  async handle({ platform, ownerId, caller, params }) {
    const webhook = await getWebhook(platform, ownerId, params.webhookId)
    const replay = await replayDelivery(platform, webhook, params.deliveryId)
    return deliveryToWire(await withVisibleBody(platform, caller, replay))
  },
})

export const postWebhookSecret = endpoint({
  method: 'POST',
  path: `${path}/secret`,
  access,
  action: 'webhook.renew-secret',
  summary: 'Gives a webhook another secret for its signatures, which is shown once',
  answer: webhookSecret,
  async handle({ platform, ownerId, params }) {
    const webhook = await getWebhook(platform, ownerId, params.webhookId)
    return { secret: await renewWebhookSecret(platform, webhook) }
  },
})

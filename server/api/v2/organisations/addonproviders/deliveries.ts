import { deliveryAnswer, deliveryList } from '#api/answers/providers.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo, flag, type Query, readQuery } from '#api/http/query.ts'
import { string } from '#kit/schema.ts'
import { replayDelivery } from '#platform/marketplace/providers/calls/replay.ts'
import { isDeliveryId } from '#platform/model/ids.ts'
import type { Delivery } from '#platform/model/marketplace/delivery.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const list = '/v2/organisations/:ownerId/addonproviders/:providerId/deliveries'
const usual = 50
const parameters = { limit: countUpTo(1000), before: string, addonId: string, failed: flag }

export const listDeliveries = endpoint({
  method: 'GET',
  path: list,
  access: { on: 'provider', may: 'offer' },
  summary:
    'Lists the calls between the platform and a provider, newest first: `limit`, `before` (an id), `addonId`, `failed`',
  query: parameters,
  answer: deliveryList,
  handle: ({ platform, provider, query }) => deliveriesOf(platform, provider.id, query),
})

export const postReplay = endpoint({
  method: 'POST',
  path: `${list}/:deliveryId/replay`,
  access: { on: 'provider', may: 'offer' },
  action: 'delivery.replay',
  summary: 'Repeats a call to the provider that went wrong',
  answer: deliveryAnswer,
  async handle({ platform, provider, params }) {
    const { deliveryId } = params
    const delivery = isDeliveryId(deliveryId)
      ? await platform.store.deliveries.find(deliveryId)
      : undefined
    if (delivery?.providerId !== provider.id) {
      throw new Refusal('missing', `There is no delivery ${deliveryId}.`)
    }
    return deliveryToWire(await replayDelivery(platform, delivery))
  },
})

export const listDeliveriesForOperators = endpoint({
  method: 'GET',
  path: '/v4/addon-providers/:providerId/deliveries',
  access: 'operator',
  summary: 'Lists the calls between the platform and any provider',
  query: parameters,
  answer: deliveryList,
  handle: ({ platform, params, query }) => deliveriesOf(platform, params.providerId, query),
})

async function deliveriesOf(
  { store }: Pick<Platform, 'store'>,
  providerId: string,
  query: Query<keyof typeof parameters>,
) {
  const { limit = usual, before, ...filter } = readQuery(query, parameters)
  if (before !== undefined && !isDeliveryId(before)) return []
  const deliveries = await store.deliveries.listOf(providerId, {
    limit,
    ...filter,
    ...(before !== undefined && { before }),
  })
  return deliveries.map(deliveryToWire)
}

const deliveryToWire = ({ createdAt, ...delivery }: Delivery) => ({
  ...delivery,
  duration: Math.round(delivery.duration),
  date: new Date(createdAt).toISOString(),
})

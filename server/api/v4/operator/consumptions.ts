import { heldConsumption, heldConsumptionList } from '#api/answers/billing/billing-operation.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { type Infer, object, oneOf } from '#kit/schema.ts'
import { reviewConsumption } from '#platform/billing/usage/review-consumption.ts'
import type { ConsumptionId } from '#platform/model/ids.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v4/berth/billing/consumptions'

export const listHeldConsumptions = endpoint({
  method: 'GET',
  path: `${path}/held`,
  access: 'operator',
  summary: "Lists providers' charges that are negative or absurdly high and wait for a decision",
  answer: heldConsumptionList,
  handle: async ({ platform: { store } }) => (await store.consumptions.listHeld()).map(toWire),
})

export const putConsumption = endpoint({
  method: 'PUT',
  path: `${path}/:consumptionId`,
  access: 'operator',
  action: 'billing.decide-consumption',
  summary: "Accepts or rejects a provider's charge that was held",
  body: object({ state: oneOf('accepted', 'rejected') }),
  answer: heldConsumption,
  async handle({ platform, params: { consumptionId }, body }) {
    if (!isConsumptionId(consumptionId)) {
      throw new Refusal('missing', `There is no consumption ${consumptionId.slice(0, 60)}.`)
    }
    return toWire(await reviewConsumption(platform, consumptionId, body.state))
  },
})

const isConsumptionId = (text: string): text is ConsumptionId => text.startsWith('consumption_')

const toWire = (consumption: Consumption): Infer<typeof heldConsumption> => ({
  id: consumption.id,
  owner_id: consumption.ownerId,
  addon_id: consumption.addonId,
  addon_name: consumption.addonName,
  provider_id: consumption.providerId,
  cost: consumption.cost,
  state: consumption.state,
  date: new Date(consumption.createdAt).toISOString(),
})

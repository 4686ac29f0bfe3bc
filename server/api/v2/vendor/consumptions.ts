import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { number, object } from '#kit/schema.ts'
import { addonOfProvider } from '#platform/marketplace/providers/calls/provider-view.ts'
import { recordConsumption } from '#platform/marketplace/providers/calls/record-consumption.ts'

export const postConsumption = endpoint({
  method: 'POST',
  path: '/v2/vendor/apps/:addonId/consumptions',
  access: 'provider',
  workload: 'built-in providers',
  summary: 'Charges the owner of an add-on for its use, in euros',
  body: object({ cost: number }),
  answer: outcome,
  async handle({ platform, provider, params, body }) {
    const addon = await addonOfProvider(platform, provider, params.addonId)
    await recordConsumption(platform, addon, body.cost)
    return done('The consumption was noted.')
  },
})

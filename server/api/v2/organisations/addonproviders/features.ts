import { outcome } from '#api/answers/outcome.ts'
import { featureList, featureRecord } from '#api/answers/providers.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { featureToWire } from '#api/v2/provider-record.ts'
import { object, optional, string } from '#kit/schema.ts'
import { putFeature, removeFeature } from '#platform/marketplace/providers/plans/features.ts'

const list = '/v2/organisations/:ownerId/addonproviders/:providerId/features'

export const listFeatures = endpoint({
  method: 'GET',
  path: list,
  access: { on: 'provider', may: 'see' },
  summary: 'Lists what the plans of an add-on provider may differ in',
  answer: featureList,
  handle: async ({ platform, provider }) =>
    (await platform.store.features.listOf(provider.id)).map(featureToWire),
})

export const postFeature = endpoint({
  method: 'POST',
  path: list,
  access: { on: 'provider', may: 'offer' },
  action: 'feature.put',
  summary: 'Adds a feature that plans can have, or changes its type',
  body: object({ name: string, type: string, name_code: optional(string) }),
  answer: featureRecord,
  async handle({ platform, provider, body: { name, type, name_code } }) {
    const feature = await putFeature(platform, provider, { name, type, nameCode: name_code })
    return featureToWire(feature)
  },
})

export const deleteFeature = endpoint({
  method: 'DELETE',
  path: `${list}/:featureName`,
  access: { on: 'provider', may: 'offer' },
  action: 'feature.delete',
  summary: 'Removes a feature, named as it is or in Base64, and what plans have of it',
  answer: outcome,
  async handle({ platform, provider, params }) {
    const { name } = await removeFeature(platform, provider, params.featureName)
    return done(`The feature ${name} was removed.`)
  },
})

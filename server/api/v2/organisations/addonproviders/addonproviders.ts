import { outcome } from '#api/answers/outcome.ts'
import {
  changedProviderAnswer,
  manifestCheckAnswer,
  offerList,
  providerAnswer,
  pushedOfferAnswer,
  tagList,
} from '#api/answers/providers.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { offerToWire, providerToWire, warningsToWire } from '#api/v2/provider-record.ts'
import { anythingLike, unknown } from '#kit/schema.ts'
import { offerOf, zonesOf } from '#platform/marketplace/providers/catalogue.ts'
import { deleteProvider } from '#platform/marketplace/providers/delete-provider.ts'
import {
  checkPush,
  describeProvider,
  type PushResult,
  pushManifest,
  replaceManifest,
} from '#platform/marketplace/providers/push-manifest.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { manifestSchema } from '#protocol/manifest/manifest.ts'

/** Validated by the platform, which reports all problems and warnings of a manifest at once. */
const manifest = anythingLike(manifestSchema)

/** Same limit as in the command-line tool. */
const maxManifestBytes = 1024 * 1024
const list = '/v2/organisations/:ownerId/addonproviders'
const one = `${list}/:providerId` as const

export const listProviders = endpoint({
  method: 'GET',
  path: list,
  access: { on: 'owner', may: 'see' },
  summary: 'Lists the add-on providers of an organisation, with their plans and features',
  answer: offerList,
  async handle({ platform, ownerId }) {
    const providers = await platform.store.providers.listOf(ownerId)
    const offers = await Promise.all(providers.map((provider) => offerOf(platform, provider)))
    return offers.map(offerToWire)
  },
})

export const postProvider = endpoint({
  method: 'POST',
  path: list,
  access: { on: 'owner', may: 'offer' },
  action: 'provider.push',
  summary: 'Makes an add-on provider of a manifest, or pushes the manifest of one again',
  body: manifest,
  maxBytes: maxManifestBytes,
  answer: pushedOfferAnswer,
  async handle({ platform, ownerId, body }) {
    const { provider, warnings } = await pushManifest(platform, { ownerId, manifest: body })
    return { ...offerToWire(await offerOf(platform, provider)), ...warningsToWire(warnings) }
  },
})

export const postManifestCheck = endpoint({
  method: 'POST',
  path: `${list}/check`,
  access: { on: 'owner', may: 'offer' },
  isQuestion: true,
  summary: 'Tells what a push of a manifest would be refused for, or warned of; changes nothing',
  body: manifest,
  maxBytes: maxManifestBytes,
  answer: manifestCheckAnswer,
  async handle({ platform, ownerId, body }) {
    const problems = await checkPush(platform, { ownerId, manifest: body })
    return { valid: problems.every(({ severity }) => severity === 'warning'), problems }
  },
})

export const getProvider = endpoint({
  method: 'GET',
  path: one,
  access: { on: 'provider', may: 'see' },
  summary: 'Shows an add-on provider; nothing of its manifest that is secret',
  answer: providerAnswer,
  handle: async ({ platform, provider }) => ({
    ...providerToWire(provider, zonesOf(platform, provider)),
    ssoTimestampUnit: provider.timestampUnit,
  }),
})

export const putProvider = endpoint({
  method: 'PUT',
  path: one,
  access: { on: 'provider', may: 'offer' },
  action: 'provider.change',
  summary: 'Changes what is said about an add-on provider; a body with `api` is a whole manifest',
  body: unknown,
  maxBytes: maxManifestBytes,
  answer: changedProviderAnswer,
  async handle({ platform, provider, body }) {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Refusal('invalid', 'The body must be an object.')
    const { provider: changed, warnings }: PushResult =
      'api' in body
        ? await replaceManifest(platform, provider, body)
        : {
            provider: await describeProvider(platform, provider, body as Record<string, unknown>),
            warnings: [],
          }
    return { ...providerToWire(changed, zonesOf(platform, changed)), ...warningsToWire(warnings) }
  },
})

export const deleteProviderForGood = endpoint({
  method: 'DELETE',
  path: one,
  access: { on: 'provider', may: 'offer' },
  action: 'provider.delete',
  summary: 'Deletes an add-on provider; while there are add-ons of it, nobody can order more',
  answer: outcome,
  async handle({ platform, provider }) {
    const left = await deleteProvider(platform, provider)
    const addons = left === 1 ? '1 add-on of it stays' : `${left} add-ons of it stay`
    return done(
      left === 0
        ? `The add-on provider ${provider.id} was deleted.`
        : `No new orders from ${provider.id}. ${addons}; it is deleted with the last one.`,
    )
  },
})

export const listProviderTags = endpoint({
  method: 'GET',
  path: `${one}/tags`,
  access: { on: 'provider', may: 'see' },
  summary: 'Lists the tags of an add-on provider: none',
  answer: tagList,
  handle: async () => [],
})

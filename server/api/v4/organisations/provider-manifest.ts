import { manifestAnswer, manifestCheckAnswer, pushedOfferAnswer } from '#api/answers/providers.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { offerToWire, warningsToWire } from '#api/v2/provider-record.ts'
import { anythingLike } from '#kit/schema.ts'
import { offerOf } from '#platform/marketplace/providers/catalogue.ts'
import {
  withoutSecrets,
  withStoredSecrets,
} from '#platform/marketplace/providers/manifest-secrets.ts'
import { checkReplacement, replaceManifest } from '#platform/marketplace/providers/push-manifest.ts'
import { manifestSchema } from '#protocol/manifest/manifest.ts'

/** Validated by the platform, which reports all problems and warnings of a manifest at once. */
const manifest = anythingLike(manifestSchema)

/** Same limit as for a push. */
const maxManifestBytes = 1024 * 1024
const path = '/v4/berth/organisations/:ownerId/addonproviders/:providerId/manifest'

export const getManifest = endpoint({
  method: 'GET',
  path,
  access: { on: 'provider', may: 'offer' },
  summary: 'Shows the manifest of an add-on provider without its password and its salt',
  answer: manifestAnswer,
  handle: async ({ provider }) => withoutSecrets(provider.manifest),
})

export const putManifest = endpoint({
  method: 'PUT',
  path,
  access: { on: 'provider', may: 'offer' },
  action: 'provider.push',
  summary:
    'Replaces the manifest of an add-on provider; a password or salt that is left out stays as it is',
  body: manifest,
  maxBytes: maxManifestBytes,
  answer: pushedOfferAnswer,
  async handle({ platform, provider, body }) {
    const wanted = withStoredSecrets(provider, body)
    const { provider: changed, warnings } = await replaceManifest(platform, provider, wanted)
    return { ...offerToWire(await offerOf(platform, changed)), ...warningsToWire(warnings) }
  },
})

export const postManifestChangeCheck = endpoint({
  method: 'POST',
  path: `${path}/check`,
  access: { on: 'provider', may: 'offer' },
  isQuestion: true,
  summary:
    'Tells what the replacement of a manifest would be refused for, or warned of; changes nothing',
  body: manifest,
  maxBytes: maxManifestBytes,
  answer: manifestCheckAnswer,
  async handle({ platform, provider, body }) {
    const wanted = withStoredSecrets(provider, body)
    const problems = await checkReplacement(platform, provider, wanted)
    return { valid: problems.every(({ severity }) => severity === 'warning'), problems }
  },
})

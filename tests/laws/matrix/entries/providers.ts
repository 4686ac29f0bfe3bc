import { newId, newSecret } from '#kit/text/ids.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { promote, type Scene } from '#tests/laws/matrix/scene.ts'
import { pictures } from '#tests/support/pictures.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'

const png = pictures['image/png']
const list = '/v2/organisations/:ownerId/addonproviders'
const one = `${list}/:providerId`
const manifest = '/v4/berth/organisations/:ownerId/addonproviders/:providerId/manifest'
const logo = '/v4/berth/organisations/:ownerId/addonproviders/:providerId/logo'
const plan = `${one}/plans/:planId`
const feature = `${plan}/features/:featureName`

const ofFeature = async ({ setup: { platform }, provider, plan: { id } }: Scene) => {
  const name = newSecret(12)
  const { store } = platform
  await store.features.put({ providerId: provider.id, name, type: 'STRING', nameCode: name })
  await store.plans.change(id, { features: [{ name, value: 'x', computableValue: 'x' }] })
  return { params: { featureName: name } }
}

const ofPlan = async ({ setup: { platform }, provider }: Scene) => {
  const id = newId('plan')
  await platform.store.plans.add({
    id,
    providerId: provider.id,
    name: 'Other',
    slug: newSecret(8),
    price: 1,
    features: [],
  })
  return { params: { planId: id } }
}

const newTester = async ({ setup: { platform }, owner }: Scene) => {
  const { id } = await createOrganisation(platform, owner.id, { name: 'Testers' })
  return id
}

const ofTester = async (scene: Scene) => {
  const testerId = await newTester(scene)
  await scene.setup.platform.store.testers.add(scene.provider.id, testerId)
  return { params: { testerId } }
}

/** A released provider, because public endpoints must respond the same to everyone. */
const released = async ({ setup: { platform } }: Scene) => {
  const providerId = 'loft'
  await platform.store.providers.add({
    id: providerId,
    ownerId: 'platform',
    stage: 'RELEASE',
    createdAt: 1,
    openInNewTab: true,
    canUpgrade: true,
    timestampUnit: 'milliseconds',
    presentation: {
      name: 'Lofts',
      website: '',
      supportEmail: '',
      googlePlusName: '',
      twitterName: '',
      analyticsId: '',
      shortDesc: '',
      longDesc: '',
      logoUrl: '',
    },
    manifest: newManifest(providerId, { versions: ['2', '1'] }),
  })
  return { params: { providerId } }
}

/** Providers and the public catalogue. */
export const providerEntries: Entries = {
  'GET /v2/products/addonproviders': { status: 200 },
  'GET /v2/products/addonproviders/:providerId': { status: 200, arrange: released },
  'GET /v4/addon-providers/:providerId': { status: 200, arrange: released },
  'GET /v4/addon-providers': {
    status: 200,
    arrange(scene) {
      promote(scene)
      return {}
    },
  },
  'PUT /v4/addon-providers/:providerId/stage': {
    status: 200,
    arrange(scene) {
      promote(scene)
      return { body: { stage: 'BETA_PRIV' } }
    },
  },
  [`GET ${list}`]: { status: 200 },
  [`POST ${list}`]: {
    status: 200,
    arrange: () => ({ body: newManifest(`loft-${newSecret(12).toLowerCase()}`) }),
  },
  [`POST ${list}/check`]: {
    status: 200,
    arrange: () => ({ body: newManifest(`loft-${newSecret(12).toLowerCase()}`) }),
  },
  [`GET ${one}`]: { status: 200 },
  [`PUT ${one}`]: { status: 200, arrange: () => ({ body: { shortDesc: newSecret(8) } }) },
  [`DELETE ${one}`]: { status: 200 },
  [`PUT ${logo}`]: {
    status: 200,
    arrange: () => ({ body: png, headers: { 'content-type': 'image/png' } }),
  },
  [`DELETE ${logo}`]: { status: 200 },
  [`GET ${manifest}`]: { status: 200 },
  [`PUT ${manifest}`]: {
    status: 200,
    arrange: ({ provider }) => ({ body: newManifest(provider.id) }),
  },
  [`POST ${manifest}/check`]: {
    status: 200,
    arrange: ({ provider }) => ({ body: newManifest(provider.id) }),
  },
  [`GET ${one}/tags`]: { status: 200 },
  [`GET ${one}/features`]: { status: 200 },
  [`POST ${one}/features`]: {
    status: 200,
    arrange: () => ({ body: { name: newSecret(8), type: 'BYTES' } }),
  },
  [`DELETE ${one}/features/:featureName`]: { status: 200, arrange: ofFeature },
  [`GET ${one}/plans`]: { status: 200 },
  [`POST ${one}/plans`]: {
    status: 200,
    arrange: () => ({ body: { name: 'Large', slug: newSecret(8), price: 9.5, features: [] } }),
  },
  [`GET ${plan}`]: { status: 200 },
  [`PUT ${plan}`]: { status: 200, arrange: () => ({ body: { name: newSecret(8) } }) },
  [`DELETE ${plan}`]: { status: 200, arrange: ofPlan },
  [`PUT ${feature}`]: {
    status: 200,
    arrange: () => ({
      params: { featureName: newSecret(12) },
      body: { type: 'STRING', value: 'Shared' },
    }),
  },
  [`DELETE ${feature}`]: { status: 200, arrange: ofFeature },
  [`GET ${one}/testers`]: { status: 200 },
  [`POST ${one}/testers`]: {
    status: 200,
    arrange: async (scene) => ({ body: { tester: await newTester(scene) } }),
  },
  [`DELETE ${one}/testers/:testerId`]: { status: 200, arrange: ofTester },
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueFor, findOffer } from '#platform/marketplace/providers/catalogue.ts'
import { choosePlan } from '#platform/marketplace/providers/plans/choose-plan.ts'
import { ownZone } from '#platform/model/zones.ts'
import { addAddon } from '#stores/marketplace.contract.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { type FoundOffer, portVariablesOf, readOffers } from './offer.ts'
import { register } from './register.ts'

const at = { address: 'http://127.0.0.1:1', now: 7, missing: undefined }
const place = { city: 'Lima', countryCode: 'PE', latitude: 0, longitude: 0 }

const offers = await readOffers()
const ofId = (id: string) => offers.find((offer) => offer.id === id) ?? assert.fail(id)

/** The offer of an earlier version, in which short slugs were the only ones. */
const before = (offer: FoundOffer): FoundOffer => ({
  ...offer,
  plans: offer.plans.flatMap(({ aliases, ...plan }) =>
    plan.slug === 'dev' || aliases ? [{ ...plan, slug: aliases?.[0] ?? plan.slug }] : [],
  ),
})

test('built-in providers: databases have the plans that scripts for other platforms use', () => {
  const slugs =
    'dev xxs_sml xxs_med xs_sml xs_med xs_big s_sml s_med m_sml m_med m_big l_sml xl_sml'
  for (const id of ['postgresql-addon', 'mysql-addon']) {
    const known = ofId(id).plans.map(({ slug }) => slug)
    assert.deepEqual(
      slugs.split(' ').filter((slug) => !known.includes(slug)),
      [],
    )
  }
  const sizes = ofId('postgresql-addon').plans.map(({ slug, features }) =>
    [slug, ...Object.values(features).map(([value]) => value)].join(' '),
  )
  for (const size of [
    'dev Shared 256 MB 5 Shared',
    'xxs_sml Dedicated 1 GB 45 512 MB',
    'xs_sml Dedicated 5 GB 75 1 GB',
    's_sml Dedicated 10 GB 125 2 GB',
    'm_med Dedicated 40 GB 250 4 GB',
  ])
    assert.ok(sizes.includes(size), size)
  assert.deepEqual(
    ofId('redis-addon').plans.map(({ slug }) => slug),
    ['s', 'm', 'l', 'xl', 'xxl', 'xxxl', 'xxxxl'].map((size) => `${size}_mono`),
  )
})

test('built-in providers: an add-on with a plan of an earlier version keeps it under its new slug', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const { store } = platform
  for (const id of ['postgresql-addon', 'mysql-addon']) {
    await register(store, before(ofId(id)), at)
    const provider = (await store.providers.find(id)) ?? assert.fail()
    const old = (await store.plans.listOf(id)).find(({ slug }) => slug === 'xxs') ?? assert.fail()
    const addon = await addAddon(store, provider, old, { ownerId: account.organisationId })
    await register(store, ofId(id), at)
    const offer = await findOffer(platform, account.organisationId, id)
    const now = offer.plans.find((plan) => plan.id === addon.planId)
    assert.deepEqual([now?.slug, now?.name], ['xxs_sml', 'XXS Small Space'])
    assert.equal(offer.plans.filter(({ slug }) => /^xxs(_sml)?$/.test(slug)).length, 1)
    for (const name of ['xxs', 'XXS', 'xxs_sml', 'XXS_SML', old.id])
      assert.equal(choosePlan(offer, name).id, old.id, name)
    assert.throws(() => choosePlan(offer, 'constructor'), /has no plan/)
  }
})

test('built-in providers: no plan is smaller than that of the same name in an earlier version', () => {
  const sold = {
    'postgresql-addon': { xxs_sml: [1, 45, 0.5], s_sml: [10, 125, 2], dev: [0.25, 5, 0] },
    'mysql-addon': { xxs_sml: [1, 45, 0.5], s_sml: [10, 125, 2], dev: [0.25, 5, 0] },
    'redis-addon': { s_mono: [0, 50, 0.0625], m_mono: [0, 200, 0.25], l_mono: [0, 500, 1] },
  }
  const names = ['Max DB size', 'Max connection limit', 'Memory']
  for (const [id, plans] of Object.entries(sold))
    for (const [slug, least] of Object.entries(plans)) {
      const { features } = ofId(id).plans.find((plan) => plan.slug === slug) ?? assert.fail(slug)
      for (const [at, name] of names.entries()) {
        const unit = name === 'Max connection limit' ? 1 : 1024 ** 3
        const size = Number(features[name]?.[1]) || 0
        assert.ok(size >= (least[at] ?? 0) * unit, `${id} ${slug} ${name}`)
      }
    }
})

test('built-in providers: are offered in every zone of the operator', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const zones = [...platform.policies.zones, ownZone({ name: 'lim', ...place })]
  for (const offer of offers) await register(platform.store, offer, at)
  const catalogue = await catalogueFor(
    { ...platform, policies: { ...platform.policies, zones } },
    account.organisationId,
  )
  assert.equal(catalogue.length, offers.length)
  for (const { provider, zones: offered } of catalogue)
    assert.deepEqual(offered, ['par', 'mtl', 'lim'], provider.id)
})

test('built-in providers: databases and the store of objects declare which variable holds their port, and no others do', () => {
  assert.deepEqual(Object.fromEntries(portVariablesOf(offers)), {
    'cellar-addon': ['CELLAR_ADDON_PORT'],
    'config-provider': [],
    'fs-bucket': [],
    'mysql-addon': ['MYSQL_ADDON_PORT'],
    'postgresql-addon': ['POSTGRESQL_ADDON_PORT'],
    'redis-addon': ['REDIS_PORT'],
  })
  for (const { configVars, portVars = [] } of offers)
    for (const name of portVars) assert.ok(configVars.includes(name), name)
})

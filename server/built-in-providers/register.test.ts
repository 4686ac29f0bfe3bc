import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from '#tests/support/platform/world.ts'
import type { FoundOffer } from './offer.ts'
import { register } from './register.ts'

const offer: FoundOffer = {
  id: 'owl-addon',
  name: 'Owls',
  shortDesc: 'An owl',
  longDesc: '',
  website: '',
  configVars: ['OWL_ADDON_URI'],
  canUpgrade: true,
  pages: ['backups'],
  main: '/nowhere/main.ts',
  features: [{ name: 'Type', type: 'BOOLEAN_SHARED', nameCode: 'is-dedicated' }],
  plans: [
    { name: 'DEV', slug: 'dev', price: 0, features: { Type: ['Shared', 'Shared'] } },
    { id: 'plan_by_heart', name: 'XS', slug: 'xs', price: 5, features: {} },
  ],
}
const at = { address: 'http://127.0.0.1:1', now: 7, missing: undefined }

test('built-in providers: registering an offer in the catalogue is idempotent', async () => {
  await using world = await openWorld()
  const { store } = world
  const manifest = await register(store, offer, at)
  const before = [
    await store.providers.find('owl-addon'),
    await store.plans.listOf('owl-addon'),
    await store.features.listOf('owl-addon'),
  ]
  assert.deepEqual(await register(store, offer, { ...at, now: 8 }), manifest)
  const after = [
    await store.providers.find('owl-addon'),
    await store.plans.listOf('owl-addon'),
    await store.features.listOf('owl-addon'),
  ]
  assert.deepEqual(after, before)
  const [provider] = await store.providers.listOf('platform')
  assert.deepEqual(
    [provider?.id, provider?.stage, provider?.createdAt],
    ['owl-addon', 'RELEASE', 7],
  )
  const plans = await store.plans.listOf('owl-addon')
  assert.equal(plans.find(({ slug }) => slug === 'xs')?.id, 'plan_by_heart')
})

test('built-in providers: a newer offer updates plans and keeps secrets and ids', async () => {
  await using world = await openWorld()
  const { store } = world
  const old = await register(store, offer, at)
  const [dev] = (await store.plans.listOf('owl-addon')).filter(({ slug }) => slug === 'dev')
  const newer: FoundOffer = {
    ...offer,
    features: [...offer.features, { name: 'Memory', type: 'BYTES', nameCode: 'memory' }],
    plans: [
      { name: 'DEV', slug: 'dev', price: 1, features: { Memory: ['1 MB', '1048576'] } },
      { name: 'XL', slug: 'xl', price: 50, features: {} },
    ],
  }
  const { api } = await register(store, newer, { ...at, address: 'http://127.0.0.1:2' })
  assert.deepEqual([api.password, api.sso_salt], [old.api.password, old.api.sso_salt])
  assert.equal(api.production.base_url, 'http://127.0.0.1:2/resources')
  const plans = await store.plans.listOf('owl-addon')
  const changed = plans.find(({ slug }) => slug === 'dev')
  assert.deepEqual([changed?.id, changed?.price], [dev?.id, 1])
  assert.deepEqual(changed?.features, [
    { name: 'Memory', value: '1 MB', computableValue: '1048576' },
  ])
  assert.ok(plans.some(({ slug }) => slug === 'xl'))
})

test('built-in providers: the catalogue says what to install until it is installed', async () => {
  await using world = await openWorld()
  const { store } = world
  const shown = async (missing: string | undefined) => {
    await register(store, offer, { ...at, missing })
    return (await store.providers.find('owl-addon'))?.presentation.shortDesc
  }
  assert.equal(await shown('apt-get install owls.'), 'Not available: apt-get install owls.')
  assert.equal(await shown(undefined), 'An owl')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { openMarket } from '#tests/support/providers/market.ts'

test('provisioning worker: a provider that hangs does not block other providers', async () => {
  await using market = await openMarket()
  const { platform, service, provider, plan, account } = market
  const { store } = platform
  const urls = { base_url: `${service.url}?slow`, sso_url: service.url }
  const api = { ...provider.manifest.api, test: urls }
  const slow = await addOffer(store, { id: 'slow', manifest: { id: 'slow', api } })
  service.behave(({ path }, honest) => (path.endsWith('slow') ? 'hang' : honest()))
  const wanted = { ownerId: account.organisationId, state: 'uncertain' } as const
  for (let count = 1; count <= 20; count++) {
    await addAddon(store, slow.provider, slow.plan, { ...wanted, dueAt: count })
  }
  const quick = await addAddon(store, provider, plan, { ...wanted, dueAt: 100 })
  platform.provisioningQueue.wake()
  await until(async () => (await store.addons.find(quick.id))?.state === 'ready', {
    timeout: 300_000,
    what: 'the add-on of the quick provider',
  })
  const hanging = service.visits.filter(({ path }) => path.endsWith('slow'))
  assert.ok(hanging.length <= 4, `${hanging.length} calls hang at once`)
})

test('provisioning worker: an internal error is reported and retried later', async () => {
  await using market = await openMarket()
  const { platform, provider, plan, account, bugs } = market
  const { store } = platform
  const { find } = store.plans
  store.plans.find = () => Promise.reject(new Error('the disk is on fire'))
  const addon = await addAddon(store, provider, plan, {
    ownerId: account.organisationId,
    dueAt: 1,
  })
  platform.provisioningQueue.wake()
  await until(async () => (await store.addons.find(addon.id))?.attempts === 1, {
    timeout: 300_000,
    what: 'the first attempt',
  })
  store.plans.find = find
  await until(async () => (await store.addons.find(addon.id))?.state === 'ready', {
    timeout: 300_000,
    what: 'the second attempt',
  })
  assert.match(String(bugs.splice(0)), /the disk is on fire/)
})

test('provisioning worker: a provider is not called in a loop while the store cannot be written', async () => {
  await using market = await openMarket()
  const { platform, service, provider, plan, account, bugs } = market
  const { store } = platform
  await addAddon(store, provider, plan, { ownerId: account.organisationId, dueAt: 1 })
  const [transaction, change] = [store.transaction, store.addons.change]
  const fail = () => Promise.reject(new Error('the disk is full'))
  Object.assign(store, { transaction: fail })
  store.addons.change = fail
  platform.provisioningQueue.wake()
  await until(() => bugs.length > 0, { timeout: 300_000, what: 'the first failure' })
  await sleep(500)
  assert.equal(service.visits.length, 1)
  Object.assign(store, { transaction })
  store.addons.change = change
  bugs.splice(0)
})

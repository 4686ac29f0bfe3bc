import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { addAddon } from '#stores/marketplace.contract.ts'
import { openMarket } from '#tests/support/providers/market.ts'

test('add-on order: is completed after a crash, a thousand open orders included', async () => {
  await using market = await openMarket()
  const { platform, provider, plan, account, service } = market
  await platform.store.transaction(async (store) => {
    for (let count = 0; count < 1000; count++) {
      await addAddon(store, provider, plan, { dueAt: 1, ownerId: account.organisationId })
    }
  })
  platform.provisioningQueue.wake()
  await until(async () => (await platform.store.addons.listScheduled()).length === 0, {
    timeout: 600_000,
    every: 100,
    what: 'the end of a thousand orders',
  })
  const addons = await platform.store.addons.listOf(account.organisationId)
  assert.ok(addons.length === 1000 && addons.every(({ state }) => state === 'ready'))
  assert.equal(service.visits.length, 1000)
})

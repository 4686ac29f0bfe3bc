import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { retryAddon } from '#platform/marketplace/addons/worker/retry.ts'
import { lineOfAddon } from '#platform/marketplace/providers/calls/ingest-logs.ts'
import { removeOrphanedLogs } from '#platform/observability/logs/remove-orphaned-logs.ts'
import { openMarket } from '#tests/support/providers/market.ts'
import { deleteAddon } from './delete-addon.ts'

describe('add-on deletion', { concurrency: 4 }, () => {
  test('deprovisions at the provider, removes the links and the record', async () => {
    await using market = await openMarket()
    const { platform, service } = market
    const { store } = platform
    const addon = await market.order()
    const application = await market.application()
    await store.links.add({ addonId: addon.id, applicationId: application.id, createdAt: 1 })
    const { logs } = platform
    logs.append(lineOfAddon({ addonId: addon.id, severity: 'info', message: 'ready' }))
    await logs.flush()
    assert.equal(await deleteAddon(platform, addon), undefined)
    assert.equal(await store.addons.find(addon.id), undefined)
    assert.deepEqual(await logs.sources(), [])
    assert.deepEqual(await store.links.addonsOf(application.id), [])
    assert.equal(service.resources.size, 0)
    assert.equal(await deleteAddon(platform, addon), undefined)
    assert.equal(service.visits.length, 2)
  })

  test('removes logs that a crash has left, and keeps those of other add-ons and applications', async () => {
    await using market = await openMarket()
    const { platform } = market
    const { store, logs } = platform
    const addons = [await market.order(), await market.order()]
    const application = await market.application()
    for (const { id } of addons)
      logs.append(lineOfAddon({ addonId: id, severity: 'info', message: 'ready' }))
    for (const applicationId of [application.id, 'app_gone'] as const) {
      const line = { deploymentId: '', instanceId: '', commit: '', origin: 'instance' } as const
      logs.append({ ...line, applicationId, severity: 'info', message: 'up' })
    }
    await logs.flush()
    const [kept, gone] = addons
    await store.addons.remove(gone?.id ?? assert.fail())
    await removeOrphanedLogs(platform)
    assert.deepEqual(new Set(await logs.sources()), new Set([kept?.id, application.id]))
  })

  test('encodes the resource id, so that no id leads to another path', async () => {
    await using market = await openMarket()
    const id = '../other/?x=1#y %2e ü'
    market.service.behave(({ method }) => ({ status: 200, body: method === 'POST' ? { id } : '' }))
    const addon = await market.order()
    await deleteAddon(market.platform, addon)
    const path = market.service.visits.at(-1)?.path ?? ''
    assert.equal(path, `/resources/${encodeURIComponent(id)}`)
  })

  for (const status of [204, 404, 410]) {
    test(`is complete when the provider answers ${status}`, async () => {
      await using market = await openMarket()
      const addon = await market.order()
      market.service.behave(() => ({ status }))
      assert.equal(await deleteAddon(market.platform, addon), undefined)
      const [delivery] = await market.deliveries(addon.id)
      assert.deepEqual([delivery?.purpose, delivery?.trouble], ['deprovision', ''])
    })
  }

  test('is retried until the provider has removed it, and stays visible meanwhile', async () => {
    await using market = await openMarket()
    const { platform, service } = market
    const addon = await market.order()
    service.behave(() => ({ status: 500, body: 'later' }))
    const left = await deleteAddon(platform, addon)
    assert.equal(left?.state, 'deleting')
    assert.match(left?.trouble ?? '', /has not deleted it yet.*answered 500/)
    service.behave()
    await until(async () => (await platform.store.addons.find(addon.id)) === undefined, {
      timeout: 300_000,
      what: 'the end of the add-on',
    })
    assert.equal(service.resources.size, 0)
    const [last, before] = await market.deliveries(addon.id)
    assert.equal(last?.trouble, '')
    assert.match(before?.trouble ?? '', /It answered 500/)
  })

  test('of an uncertain order first asks the provider for its id', async () => {
    await using market = await openMarket()
    const { platform, service } = market
    service.behave((_, honest) => {
      honest()
      return 'drop'
    })
    const addon = await market.order()
    assert.equal(addon.state, 'uncertain')
    service.behave(() => 'drop')
    const left = await deleteAddon(platform, addon)
    assert.deepEqual([left?.state, left?.realId], ['deleting', null])
    service.behave()
    assert.equal(await retryAddon(platform, addon), undefined)
    assert.equal(service.resources.size, 0)
    assert.deepEqual([...service.made.values()], [1])
  })

  test('of an add-on that the provider never made, or gave no id, ends', async () => {
    await using market = await openMarket()
    for (const answer of [{ status: 402 }, { status: 200, body: '<p>hello' }]) {
      market.service.behave(() => 'drop')
      const addon = await market.order()
      market.service.behave(() => answer)
      assert.equal(await deleteAddon(market.platform, addon), undefined)
      assert.equal(await market.platform.store.addons.find(addon.id), undefined)
    }
  })

  test('during an order waits for the answer and leaves nothing behind', async () => {
    await using market = await openMarket()
    const { platform, service, account } = market
    const asked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    service.behave(async ({ method }, honest) => {
      asked.resolve()
      if (method === 'POST') await goOn.promise
      return honest()
    })
    const ordered = assert.rejects(market.order(), {
      kind: 'conflict',
      message: 'The add-on was deleted while it was being ordered.',
    })
    await asked.promise
    const [addon] = await platform.store.addons.listOf(account.organisationId)
    assert.ok(addon)
    const deleted = deleteAddon(platform, addon)
    await until(async () => (await platform.store.addons.find(addon.id))?.state === 'deleting', {
      timeout: 300_000,
      what: 'the deletion',
    })
    goOn.resolve()
    await ordered
    assert.equal(await deleted, undefined)
    assert.equal(service.resources.size, 0)
    assert.deepEqual(
      service.visits.map(({ method }) => method),
      ['POST', 'DELETE'],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { deleteAddon } from '#platform/marketplace/addons/orders/delete-addon.ts'
import { replayDelivery } from '#platform/marketplace/providers/calls/replay.ts'
import type { AddonId, ApplicationId } from '#platform/model/ids.ts'
import { commitOf } from '#tests/support/platform/platform.ts'
import { type Market, openMarket } from '#tests/support/providers/market.ts'
import { configureAddon } from './configure.ts'

async function linkedApplication({ platform, application, deploy }: Market, addonId: AddonId) {
  const linked = await application()
  await deploy(linked, commitOf('1'))
  const link = { addonId, applicationId: linked.id, createdAt: 1 }
  await platform.store.links.add(link)
  return linked
}

const causesOf = async ({ platform }: Market, applicationId: ApplicationId) =>
  (await platform.store.deployments.listOf(applicationId, {})).map(({ cause }) => cause)

describe('provider config update', { concurrency: 4 }, () => {
  test('completes an add-on that was answered with 202', async () => {
    await using market = await openMarket()
    const { platform, service } = market
    service.behave((_, honest) => {
      const { body } = honest()
      return { status: 202, body: { ...(body as object), config: undefined } }
    })
    const addon = await market.order()
    assert.deepEqual([addon.state, { ...addon.config }], ['pending', {}])
    assert.notEqual(addon.dueAt, null)
    const [delivery] = await market.deliveries(addon.id)
    assert.equal(delivery?.trouble, '')
    const config = { PIGEON_URL: 'pigeon://there' }
    const ready = await configureAddon(platform, addon, config)
    assert.deepEqual([ready.state, ready.dueAt, ready.config], ['ready', null, config])
    assert.equal((await platform.store.addons.find(addon.id))?.state, 'ready')
  })

  test('may arrive after the callback timeout, which is reported as trouble', async () => {
    await using market = await openMarket()
    const { platform } = market
    market.service.behave((_, honest) => ({ ...honest(), status: 202 }))
    const addon = await market.order()
    await platform.store.addons.change(addon.id, ['pending'], { dueAt: 1 })
    platform.provisioningQueue.wake()
    const troubled = await until(
      async () => {
        const now = await platform.store.addons.find(addon.id)
        return now?.trouble ? now : undefined
      },
      { timeout: 300_000, what: 'a sentence' },
    )
    assert.match(troubled.trouble, /has not confirmed that it is ready/)
    const [delivery] = await market.deliveries(addon.id)
    assert.deepEqual([delivery?.direction, delivery?.method], ['from partner', 'PUT'])
    assert.match(delivery?.trouble ?? '', /did not come/)
    const ready = await configureAddon(platform, addon, {})
    assert.deepEqual([ready.state, ready.trouble], ['ready', ''])
  })

  test('restarts linked running applications, once for several updates in a row', async () => {
    await using market = await openMarket()
    const { platform } = market
    const addon = await market.order()
    const up = await linkedApplication(market, addon.id)
    const down = await market.application()
    await platform.store.links.add({ addonId: addon.id, applicationId: down.id, createdAt: 2 })
    await platform.queue.idle(up.id)
    for (const at of [1, 2, 3]) await configureAddon(platform, addon, { PIGEON_URL: `new ${at}` })
    await until(
      async () => {
        const [newest] = await platform.store.deployments.listOf(up.id, {})
        return newest?.state === 'live' && newest.number > 1
      },
      { timeout: 300_000, what: 'the restart' },
    )
    await platform.queue.idle(up.id)
    const causes = await causesOf(market, up.id)
    assert.ok(causes.length <= 3, causes.join())
    assert.equal(
      causes[0],
      `New values of the add-on my pigeons from ${market.provider.presentation.name}`,
    )
    await platform.logs.flush()
    const lines = (await platform.logs.read(up.id, {})).map(({ message }) => message)
    assert.ok(lines.includes(`Restarted by the platform: ${causes[0]}.`), lines.join('\n'))
    assert.deepEqual(await causesOf(market, down.id), [])
    const before = causes.length
    await configureAddon(platform, addon, { PIGEON_URL: 'new 3' })
    assert.equal((await causesOf(market, up.id)).length, before)
    const live = (await platform.store.applications.find(up.id))?.liveDeploymentId
    const release = await platform.store.releases.find(live ?? 'deployment_none')
    assert.equal(release?.environment.PIGEON_URL, 'new 3')
  })

  test('must contain strings under names of the manifest', async () => {
    await using market = await openMarket()
    const { platform } = market
    const addon = await market.order()
    for (const config of [{ PIGEON_URL: 1 }, [], 'x', undefined, null]) {
      await assert.rejects(configureAddon(platform, addon, config), { kind: 'invalid' })
    }
    const given = { PIGEON_URL: 'y', PATH: '/evil' }
    const kept = await configureAddon(platform, addon, given)
    assert.deepEqual(kept.config, { PIGEON_URL: 'y' })
    const { config } = await configureAddon(platform, addon, { PATH: '/evil' })
    assert.deepEqual(config, { PIGEON_URL: 'y' })
  })

  test('is refused for an add-on that is being deleted', async () => {
    await using market = await openMarket()
    const addon = await market.order()
    market.service.behave(() => ({ status: 500 }))
    await deleteAddon(market.platform, addon)
    const late = configureAddon(market.platform, addon, { PIGEON_URL: 'x' })
    await assert.rejects(late, { kind: 'conflict' })
  })
})

describe('add-on', { concurrency: 4 }, () => {
  test('replays a failed provider call only while the add-on waits for it', async () => {
    await using market = await openMarket()
    const { platform, service } = market
    const addon = await market.order()
    const [fine] = await market.deliveries(addon.id)
    assert.ok(fine)
    await assert.rejects(replayDelivery(platform, fine), { kind: 'conflict' })
    service.behave(() => ({ status: 500 }))
    await deleteAddon(platform, addon)
    const [wrong] = await market.deliveries(addon.id)
    assert.ok(wrong)
    const again = await replayDelivery(platform, wrong)
    assert.deepEqual([again.status, again.purpose], [500, 'deprovision'])
    service.behave()
    const last = await replayDelivery(platform, wrong)
    assert.deepEqual([last.status, last.trouble], [200, ''])
    await assert.rejects(replayDelivery(platform, wrong), { kind: 'conflict' })
    assert.equal(service.resources.size, 0)
  })
})

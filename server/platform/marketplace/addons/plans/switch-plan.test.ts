import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { deleteAddon } from '#platform/marketplace/addons/orders/delete-addon.ts'
import { newBillingAccount } from '#platform/model/billing/billing-account.ts'
import type { AddonId } from '#platform/model/ids.ts'
import { type Market, openMarket } from '#tests/support/providers/market.ts'
import { cancelPlanSwitch } from './cancel-plan-switch.ts'
import { finishPlanSwitch } from './finish-plan-switch.ts'
import { switchPlan } from './switch-plan.ts'

const planIdOf = async ({ platform }: Market, id: AddonId) =>
  (await platform.store.addons.find(id))?.planId

const switchesOf = async ({ platform }: Market, id: AddonId) =>
  (await platform.store.planSwitches.listOf(id)).map(({ state }) => state)

describe('plan change', { concurrency: 4 }, () => {
  test('is complete when the provider answers at once, with the changed values', async () => {
    await using market = await openMarket()
    const { platform, plan2, service } = market
    const addon = await market.order()
    service.behave((_, honest) => {
      honest()
      const config = { PIGEON_URL: 'pigeon://larger', PATH: 'x' }
      return { status: 200, body: { config, message: 'larger now' } }
    })
    const done = await switchPlan(platform, addon, 'L', 'user_1')
    assert.deepEqual([done.state, done.message], ['OK', 'larger now'])
    const kept = await platform.store.addons.find(addon.id)
    assert.deepEqual(kept?.config, { PIGEON_URL: 'pigeon://larger' })
    assert.equal(kept?.message, 'larger now')
    assert.deepEqual([kept?.planId, kept?.dueAt], [plan2.id, null])
    const { method, path, body } = service.visits.at(-1) ?? {}
    assert.deepEqual([method, path], ['PUT', `/resources/${addon.realId}`])
    const named = { addon_id: addon.id, heroku_id: addon.id }
    assert.deepEqual(body, { ...named, plan: 'l', region: 'EU' })
  })

  test('keeps the values when the response has no body', async () => {
    await using market = await openMarket()
    const addon = await market.order()
    market.service.behave(() => ({ status: 201 }))
    await switchPlan(market.platform, addon, market.plan2.id, 'user_1')
    const kept = await market.platform.store.addons.find(addon.id)
    assert.deepEqual(kept?.config, { ...addon.config })
    assert.equal(kept?.planId, market.plan2.id)
  })

  for (const status of [404, 405, 501]) {
    test(`is refused permanently when the provider answers ${status}`, async () => {
      await using market = await openMarket()
      const addon = await market.order()
      market.service.behave(() => ({ status }))
      await assert.rejects(switchPlan(market.platform, addon, market.plan2.id, 'user_1'), {
        kind: 'conflict',
        message: /does not support plan changes/,
      })
      assert.deepEqual(await switchesOf(market, addon.id), ['FAILED'])
      assert.equal(await planIdOf(market, addon.id), market.plan.id)
    })
  }

  test('keeps the plan and reports why after an error or an invalid response', async () => {
    await using market = await openMarket()
    const addon = await market.order()
    const wrong = { config: { PIGEON_URL: 7 } }
    const answers = [
      { status: 500, body: { message: 'no room' } },
      { status: 200, body: wrong },
      { status: 200, body: '<p>' },
      { status: 200, body: '[]' },
      { status: 302, body: '' },
      { status: 500, body: '' },
    ]
    const words = [
      ...['no room', 'must be a text', 'must be an object', 'must be an object'],
      ...['Pigeons answered with a redirect \\(302\\)', 'Pigeons answered 500 with an empty body'],
    ]
    for (const answer of answers) {
      market.service.behave(() => answer)
      await assert.rejects(switchPlan(market.platform, addon, market.plan2.id, 'user_1'), {
        kind: 'unavailable',
        message: new RegExp(`^Error from provider: \\[.*${words[answers.indexOf(answer)]}`),
      })
      const [delivery] = await market.deliveries(addon.id)
      assert.notEqual(delivery?.trouble, '')
    }
    assert.deepEqual(
      await switchesOf(market, addon.id),
      answers.map(() => 'FAILED'),
    )
    assert.equal(market.service.visits.length, 1 + answers.length)
    assert.equal(await planIdOf(market, addon.id), market.plan.id)
  })

  test("runs until the provider's callback, one at a time", async () => {
    await using market = await openMarket()
    const { platform, plan, plan2 } = market
    const addon = await market.order()
    market.service.behave(() => ({ status: 202 }))
    const running = await switchPlan(platform, addon, plan2.id, 'user_1')
    assert.equal(running.state, 'RUNNING')
    await assert.rejects(switchPlan(platform, addon, plan2.id, 'user_1'), { kind: 'conflict' })
    const wrong = { planId: plan.id, config: {} }
    await assert.rejects(finishPlanSwitch(platform, addon, wrong), { kind: 'invalid' })
    const config = { PIGEON_URL: 'pigeon://new' }
    const finished = await finishPlanSwitch(platform, addon, { planId: plan2.id, config })
    assert.deepEqual([finished.planId, finished.config], [plan2.id, config])
    assert.deepEqual(await switchesOf(market, addon.id), ['OK'])
    await assert.rejects(finishPlanSwitch(platform, addon, { config }), { kind: 'conflict' })
    await assert.rejects(switchPlan(platform, addon, plan2.id, 'user_1'), { kind: 'conflict' })
  })

  test("keeps the provider's message until a later one replaces it", async () => {
    await using market = await openMarket()
    const { platform, plan, plan2, service } = market
    const addon = await market.order()
    service.behave(() => ({ status: 202, body: { message: 'Moving, \u001b[1mwait' } }))
    const running = await switchPlan(platform, addon, plan2.id, 'user_1')
    assert.deepEqual([running.state, running.message], ['RUNNING', 'Moving, [1mwait'])
    const moved = await finishPlanSwitch(platform, addon, { config: {} })
    assert.equal(moved.message, 'Moving, [1mwait')
    await switchPlan(platform, addon, plan.id, 'user_1')
    const secret = 'pigeon://other:secret'
    const back = { config: { PIGEON_URL: secret }, message: `Moved back to ${secret}.` }
    const { message } = await finishPlanSwitch(platform, addon, back)
    assert.match(message, /^Moved back to /)
    assert.ok(!message.includes(secret))
    const kept = await platform.store.planSwitches.listOf(addon.id)
    assert.deepEqual(new Set(kept.map((one) => one.message)), new Set([message, moved.message]))
  })

  test('is retried when a proxy answers instead of the provider', async () => {
    await using market = await openMarket()
    const addon = await market.order()
    market.service.behave((_, honest) => {
      honest()
      market.service.behave()
      return { status: 504, body: '<h1>Gateway Time-out</h1>' }
    })
    const running = await switchPlan(market.platform, addon, market.plan2.id, 'user_1')
    assert.equal(running.state, 'RUNNING')
    await until(async () => (await switchesOf(market, addon.id))[0] === 'OK', {
      timeout: 300_000,
      what: 'the change of plan',
    })
  })

  test('whose response is lost is retried', async () => {
    await using market = await openMarket()
    const addon = await market.order()
    market.service.behave((_, honest) => {
      honest()
      market.service.behave()
      return 'drop'
    })
    const running = await switchPlan(market.platform, addon, market.plan2.id, 'user_1')
    assert.equal(running.state, 'RUNNING')
    const troubled = await market.platform.store.addons.find(addon.id)
    assert.match(troubled?.trouble ?? '', /did not confirm the plan change/)
    await until(async () => (await switchesOf(market, addon.id))[0] === 'OK', {
      timeout: 300_000,
      what: 'the change of plan',
    })
    const kept = await market.platform.store.addons.find(addon.id)
    assert.deepEqual([kept?.planId, kept?.trouble], [market.plan2.id, ''])
  })

  test('that is cancelled requests the old plan from the provider', async () => {
    await using market = await openMarket()
    const { platform, service } = market
    const addon = await market.order()
    service.behave(() => ({ status: 202 }))
    const running = await switchPlan(platform, addon, market.plan2.id, 'user_1')
    service.behave()
    const cancelled = await cancelPlanSwitch(platform, addon, running)
    assert.equal(cancelled.state, 'CANCELLED')
    assert.equal(service.visits.at(-1)?.body.plan, 's')
    await assert.rejects(cancelPlanSwitch(platform, addon, cancelled), { kind: 'conflict' })
    const late = finishPlanSwitch(platform, addon, { config: {} })
    await assert.rejects(late, { kind: 'conflict' })
  })

  test('ends with the deletion of the add-on', async () => {
    await using market = await openMarket()
    const addon = await market.order()
    market.service.behave(() => ({ status: 202 }))
    await switchPlan(market.platform, addon, market.plan2.id, 'user_1')
    assert.equal(await deleteAddon(market.platform, addon), undefined)
    assert.deepEqual(await switchesOf(market, addon.id), [])
  })

  test('is refused while the owner is suspended for an unpaid invoice', async () => {
    await using market = await openMarket()
    const { store } = market.platform
    const addon = await market.order()
    const account = newBillingAccount(addon.ownerId)
    await store.billingAccounts.put({ ...account, suspendedAt: 1 })
    await assert.rejects(switchPlan(market.platform, addon, market.plan2.id, 'user_1'), {
      kind: 'conflict',
      message: /is suspended/,
    })
    assert.deepEqual(await switchesOf(market, addon.id), [])
  })

  test('is refused for a provider that does not support it', async () => {
    await using market = await openMarket()
    const addon = await market.order()
    await market.platform.store.providers.change(market.provider.id, { canUpgrade: false })
    await assert.rejects(switchPlan(market.platform, addon, market.plan2.id, 'user_1'), {
      kind: 'conflict',
    })
    assert.equal(market.service.visits.length, 1)
  })
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { switchPlan } from '#platform/marketplace/addons/plans/switch-plan.ts'
import { type Market, openMarket } from '#tests/support/providers/market.ts'

/** Providers tend to repeat the password in their message, which is visible to users who may not read the values. */
let market: Market
before(async () => {
  market = await openMarket()
})
after(() => market[Symbol.asyncDispose]())

const value = 'pigeon://ada:canary-value-of-the-add-on@loft'
const password = 'canary-value-of-the-add-on'

test('provider messages: neither the message nor the stored calls contain the values of the add-on', async () => {
  const { service, platform, plan2, provider } = market
  const said = (text: string) => ({ config: { PIGEON_URL: value }, message: text })
  service.behave((_, honest) => {
    const { status, body } = honest()
    const greeting = `Welcome! Your loft is at ${value}, log in with ${value}.`
    return { status, body: { ...(body as object), ...said(greeting) } }
  })
  const addon = await market.order()
  assert.equal(addon.config.PIGEON_URL, value)
  assert.match(addon.message, /^Welcome! Your loft is at •••/)
  const { id } = await switchPlan(platform, addon, plan2.id, addon.orderedBy)
  const planSwitch = await platform.store.planSwitches.find(id)
  assert.match(planSwitch?.message ?? '', /^Welcome!/)
  const kept = [addon.message, planSwitch?.message, await market.deliveries(addon.id)]
  assert.ok(!JSON.stringify(kept).includes(password), JSON.stringify(kept))

  service.behave(() => ({ status: 422, body: { message: `No: ${value} is in use.` } }))
  const back = await switchPlan(
    platform,
    { ...addon, planId: plan2.id },
    market.plan.id,
    'user_',
  ).catch((error: Error) => ({ message: error.message }))
  assert.ok(!JSON.stringify(back).includes(password), JSON.stringify(back))
  const secrets = [provider.manifest.api.password, provider.manifest.api.sso_salt]
  const all = JSON.stringify(await market.deliveries())
  for (const secret of secrets) assert.ok(!all.includes(secret))
})

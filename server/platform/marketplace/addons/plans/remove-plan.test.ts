import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removePlan } from '#platform/marketplace/providers/plans/plans.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { openMarket } from '#tests/support/providers/market.ts'
import { finishPlanSwitch } from './finish-plan-switch.ts'
import { switchPlan } from './switch-plan.ts'

test('remove plan: refused while an add-on is changing to it', async () => {
  await using market = await openMarket()
  const { platform, service, provider, plan2 } = market
  const addon = await market.order()
  service.behave(() => ({ status: 202 }))
  await switchPlan(platform, addon, plan2.id, addon.orderedBy)
  await assert.rejects(removePlan(platform, provider, plan2.id), (error) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.kind, 'conflict')
    return true
  })
  const { planId } = await finishPlanSwitch(platform, addon, { config: {} })
  assert.equal(planId, plan2.id)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import type { Addon } from '#platform/addons/addon.ts'
import { configureAddon } from '#platform/addons/config/configure.ts'
import { deleteAddon } from '#platform/addons/orders/delete-addon.ts'
import { finishPlanSwitch } from '#platform/addons/plans/finish-plan-switch.ts'
import { findRunning } from '#platform/addons/plans/running-switch.ts'
import { switchPlan } from '#platform/addons/plans/switch-plan.ts'
import { retryAddon } from '#platform/addons/worker/retry.ts'
import { Refusal } from '#platform/refusal.ts'
import { seededRandom } from '#tests/support/faults/mutate.ts'
import { type Market, openMarket } from '#tests/support/providers/market.ts'
import type { Behaviour } from '#tests/support/providers/odd-provider.ts'

/**
 * Whatever customers do at once, and however often answers are lost: as long as a provider does not lie, both sides have
 * the same add-ons in the end, once each, in the same plan.
 */
const seeds = Array.from({ length: 8 }, (_, at) => at + 1)
const maxActions = 12

/** Does what it says when it answers; but it may not answer, or not have done anything. */
const moody =
  (chance: () => number): Behaviour =>
  async ({ method }, honest) => {
    await sleep(chance() * 5)
    const mood = chance()
    if (mood < 0.15) return 'drop'
    if (mood < 0.3) {
      honest()
      return 'drop'
    }
    if (mood < 0.4) return { status: 500, body: 'not today' }
    const answer = honest()
    const isSlow = mood < 0.6 && method !== 'DELETE' && answer.status === 200
    return isSlow ? { ...answer, status: 202 } : answer
  }

describe('chaos of orders, deletions and changes of plan', { concurrency: 3 }, () => {
  for (const seed of seeds) {
    test(`number ${seed} leaves both sides with the same`, async () => {
      await using market = await openMarket()
      const chance = seededRandom(seed)
      market.service.behave(moody(chance))
      const actions = Array.from({ length: maxActions }, () => someAction(market, chance))
      await Promise.all(actions)
      market.service.behave()
      await settle(market)
      await assertSame(market)
    })
  }
})

/** An order, and what its owner thinks of next. */
async function someAction(market: Market, chance: () => number): Promise<void> {
  const { platform, plan2 } = market
  const addon = await market.order().catch(unlessRefused)
  if (!addon) return
  const actions = [
    () => deleteAddon(platform, addon),
    () => switchPlan(platform, addon, plan2.id, 'user_1'),
    () => retryAddon(platform, addon),
    () => callBack(market, addon),
  ]
  for (let count = 0; count < 3; count++) {
    const chosen = actions[Math.floor(chance() * actions.length)] ?? assert.fail()
    const other = actions[Math.floor(chance() * actions.length)] ?? assert.fail()
    await Promise.all([chosen().catch(unlessRefused), other().catch(unlessRefused)])
  }
}

function unlessRefused(error: unknown): undefined {
  if (error instanceof Refusal) return undefined
  throw error
}

/** What a provider does for whatever it answered with 202, and has done. */
async function callBack({ platform, service }: Market, { id }: Addon): Promise<void> {
  const addon = await platform.store.addons.find(id)
  const resource = service.resources.get(id)
  if (!addon || !resource) return
  const config = { PIGEON_URL: 'pigeon://there' }
  if (addon.state === 'pending') await configureAddon(platform, addon, config)
  const running = await findRunning(platform.store, id)
  if (running && resource.plan === 'l') await finishPlanSwitch(platform, addon, { config })
}

/** Now that the provider always answers, everything that waits is asked again. */
const settle = (market: Market) =>
  until(
    async () => {
      const { platform, account } = market
      for (const addon of await platform.store.addons.listOf(account.organisationId)) {
        await callBack(market, addon).catch(unlessRefused)
        await retryAddon(platform, addon).catch(unlessRefused)
      }
      return (await platform.store.addons.nextDue()) === undefined
    },
    { timeout: 30_000, every: 10, what: 'an end of everything' },
  )

async function assertSame({ platform, service, account, plan2 }: Market): Promise<void> {
  const addons = await platform.store.addons.listOf(account.organisationId)
  const ours = addons.map(({ id, realId, planId, state, trouble }) => {
    assert.deepEqual([state, trouble], ['ready', ''])
    return [id, realId, planId === plan2.id ? 'l' : 's']
  })
  const theirs = [...service.resources].map(([id, one]) => [id, one.id, one.plan])
  assert.deepEqual(theirs.toSorted(), ours.toSorted())
}

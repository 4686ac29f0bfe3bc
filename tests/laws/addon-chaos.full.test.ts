import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { configureAddon } from '#platform/marketplace/addons/config/configure.ts'
import { deleteAddon } from '#platform/marketplace/addons/orders/delete-addon.ts'
import { finishPlanSwitch } from '#platform/marketplace/addons/plans/finish-plan-switch.ts'
import { findRunning } from '#platform/marketplace/addons/plans/running-switch.ts'
import { switchPlan } from '#platform/marketplace/addons/plans/switch-plan.ts'
import { retryAddon } from '#platform/marketplace/addons/worker/retry.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { seededRandom } from '#tests/support/faults/mutate.ts'
import { type Market, openMarket } from '#tests/support/providers/market.ts'
import type { Behaviour } from '#tests/support/providers/odd-provider.ts'

/**
 * Concurrent orders, deletions and plan changes with lost responses: as long as the provider is honest, platform and
 * provider end with the same add-ons, once each, on the same plan.
 */
const seeds = Array.from({ length: 8 }, (_, at) => at + 1)
const maxActions = 12

/** Does what it answers; but it may not answer, or fail before it has done anything. */
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

describe('add-on chaos: concurrent orders, deletions and plan changes', { concurrency: 3 }, () => {
  for (const seed of seeds) {
    test(`seed ${seed} leaves platform and provider consistent`, async () => {
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

/** One order, followed by random actions of its owner. */
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

/** Sends the callback for an order or plan change that the provider has carried out. */
async function callBack({ platform, service }: Market, { id }: Addon): Promise<void> {
  const addon = await platform.store.addons.find(id)
  const resource = service.resources.get(id)
  if (!addon || !resource) return
  const config = { PIGEON_URL: 'pigeon://there' }
  if (addon.state === 'pending') await configureAddon(platform, addon, config)
  const running = await findRunning(platform.store, id)
  if (running && resource.plan === 'l') await finishPlanSwitch(platform, addon, { config })
}

/** Retries every add-on until nothing is due, now that the provider always answers. */
const settle = (market: Market) =>
  until(
    async () => {
      const { platform, account } = market
      for (const addon of await platform.store.addons.listOf(account.organisationId)) {
        await callBack(market, addon).catch(unlessRefused)
        await retryAddon(platform, addon).catch(unlessRefused)
      }
      return (await platform.store.addons.listScheduled()).length === 0
    },
    { timeout: 300_000, every: 10, what: 'an end of everything' },
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

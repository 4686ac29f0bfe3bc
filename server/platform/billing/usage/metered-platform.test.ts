import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { requestStop } from '#platform/hosting/deployments/queue/requests.ts'
import { deleteAddon } from '#platform/marketplace/addons/orders/delete-addon.ts'
import { finishPlanSwitch } from '#platform/marketplace/addons/plans/finish-plan-switch.ts'
import { switchPlan } from '#platform/marketplace/addons/plans/switch-plan.ts'
import { changePlan } from '#platform/marketplace/providers/plans/plans.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { one, openLiveApplication, two } from '#tests/support/applications/live-application.ts'
import { withNouns } from '#tests/support/platform/test-store.ts'
import { openMarket } from '#tests/support/providers/market.ts'
import { closeUsage } from './meter.ts'
import { recoverUsage } from './recover-usage.ts'

const everything = { from: 0, until: Number.MAX_SAFE_INTEGER }

const told = ({ kind, flavorOrPlan, until: end }: UsageInterval) =>
  `${kind} ${flavorOrPlan}${end === null ? '' : ' ended'}`

const usedBy = async (store: Store, ownerId: OwnerId): Promise<string[]> =>
  (await store.usage.listOf(ownerId, everything)).map(told)

test('metering: builds and instances of deployments, scalings, a stop and a deletion', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  const { store } = platform
  const { ownerId } = application
  const deployed = ['build M ended', 'runtime XS']
  assert.deepEqual((await usedBy(store, ownerId)).toSorted(), deployed)

  const scale = { minInstances: 2, maxInstances: 2, minFlavor: 'S', maxFlavor: 'S' }
  await changeApplication(platform, application, scale, 'user_1')
  const [newest = assert.fail()] = await store.deployments.listOf(application.id, {})
  await setup.ended(newest.id)
  await platform.queue.idle(application.id)
  const scaled = ['build M ended', 'runtime S', 'runtime S', 'runtime XS ended']
  assert.deepEqual((await usedBy(store, ownerId)).toSorted(), scaled)

  const { id } = await requestStop(platform, application, '')
  await setup.ended(id)
  const stopped = ['build M ended', 'runtime S ended', 'runtime S ended', 'runtime XS ended']
  assert.deepEqual((await usedBy(store, ownerId)).toSorted(), stopped)

  await deleteApplication(platform, application)
  assert.deepEqual((await usedBy(store, ownerId)).toSorted(), stopped, 'use outlives its cause')
  for (const { resourceName } of await store.usage.listOf(ownerId, everything)) {
    assert.equal(resourceName, application.name)
  }
})

test('metering: a failed build and a failed start are metered as far as they went', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await platform.store.variables.set(application.id, 'MISBEHAVE', 'fail-build')
  assert.equal((await setup.deploy(application, two)).state, 'failed')
  assert.deepEqual(await platform.store.usage.listOpen(['build']), [])
  assert.equal((await platform.store.usage.listOpen(['runtime'])).length, 1, 'the old version')
  assert.equal((await setup.deploy(application, one)).applicationId, application.id)
})

test('metering: an add-on from its order to its deletion, split by plan and price', async () => {
  await using market = await openMarket()
  const { platform, plan, plan2, provider, account } = market
  const { store } = platform
  const addon = await market.order()
  const used = async () =>
    (await store.usage.listOf(account.organisationId, everything))
      .map((interval) => `${told(interval)} at ${interval.planPrice}`)
      .toSorted()
  const price = `${plan.price}`
  assert.deepEqual(await used(), [`addon ${plan.slug} at ${price}`])

  await changePlan(platform, provider, plan.id, { price: 12.3 })
  assert.deepEqual(await used(), [
    `addon ${plan.slug} at 12.3`,
    `addon ${plan.slug} ended at ${price}`,
  ])
  await changePlan(platform, provider, plan.id, { name: 'Renamed' })
  assert.equal((await used()).length, 2, 'another name is no other price')

  await switchPlan(platform, addon, plan2.id, addon.orderedBy)
  await until(
    async () => {
      const current = await store.addons.find(addon.id)
      if (current?.planId === plan2.id) return true
      await finishPlanSwitch(platform, addon, { config: {} }).catch(() => {})
      return false
    },
    { timeout: 300_000, what: 'the other plan' },
  )
  assert.deepEqual(
    (await store.usage.listOpen(['addon'])).map(({ flavorOrPlan }) => flavorOrPlan),
    [plan2.slug],
  )
  await deleteAddon(platform, addon)
  assert.deepEqual(await store.usage.listOpen(['addon']), [])
  assert.equal((await used()).length, 3)
})

test('metering: recovery reads no add-on by itself that is metered as it should be', async () => {
  await using market = await openMarket()
  const { store } = market.platform
  const addon = await market.order()
  let finds = 0
  const watched: Store = {
    ...store,
    transaction: (work) =>
      store.transaction((inside) => {
        const find: typeof inside.addons.find = (id) => {
          finds += 1
          return inside.addons.find(id)
        }
        return work(withNouns(inside, { addons: { ...inside.addons, find } }))
      }),
  }
  const platform = { ...market.platform, store: watched }
  await recoverUsage(platform)
  assert.equal(finds, 0)
  await closeUsage(store, addon.id, market.platform.clock())
  await recoverUsage(platform)
  assert.deepEqual([finds, await usedBy(store, addon.ownerId)], [1, ['addon s ended', 'addon s']])
})

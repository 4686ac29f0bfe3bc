import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { configureAddon } from '#platform/marketplace/addons/config/configure.ts'
import { deleteAddon } from '#platform/marketplace/addons/orders/delete-addon.ts'
import { orderAddon } from '#platform/marketplace/addons/orders/order.ts'
import { finishPlanSwitch } from '#platform/marketplace/addons/plans/finish-plan-switch.ts'
import { switchPlan } from '#platform/marketplace/addons/plans/switch-plan.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Platform } from '#platform/platform.ts'
import { CrashInjector } from '#tests/support/faults/crash-injector.ts'
import { openWorld, startServer, type World } from '#tests/support/platform/world.ts'
import { offerFrom } from '#tests/support/providers/market.ts'
import { type OddProvider, openOddProvider } from '#tests/support/providers/odd-provider.ts'

/**
 * The law of crashes, for add-ons: after a crash at any point, each resource at the provider is recorded once for its
 * owner, and every request is completed.
 */
interface Scene {
  world: World
  service: OddProvider
  ownerId: OwnerId
  plans: { small: string; large: string }
}

interface Scenario {
  /** Whether an add-on exists before. */
  hasOld: boolean
  /** Whether the provider answers 202 and calls back. */
  isSlow?: boolean
  ask(server: Platform, scene: Scene, old: Addon): Promise<unknown>
  /** Assertion that must hold once the first effect has happened. */
  ends(addon: Addon | undefined, scene: Scene, isAnswered: boolean): void
  leastEffects: number
}

const order = (server: Platform, { ownerId, plans }: Scene) =>
  orderAddon(server, {
    ownerId,
    orderedBy: 'user_1',
    providerId: 'pigeon',
    planId: plans.small,
    zone: 'par',
    name: 'mine',
    options: {},
  })

const isThere = (addon: Addon | undefined) => assert.equal(addon?.state, 'ready')
const isGone = (addon: Addon | undefined) => assert.equal(addon, undefined)
const isLarge = (addon: Addon | undefined, { plans }: Scene) =>
  assert.equal(addon?.planId, plans.large)

/** Sends the callback of a provider that has answered 202. */
async function callBack(server: Platform, { service }: Scene, addon: Addon): Promise<void> {
  const config = { PIGEON_URL: 'pigeon://there' }
  if (addon.state === 'pending') await configureAddon(server, addon, config)
  if (service.resources.get(addon.id)?.plan !== 'l') return
  const [newest] = await server.store.planSwitches.listOf(addon.id)
  if (newest?.state === 'RUNNING') await finishPlanSwitch(server, addon, { config })
}

const toLarge: Scenario['ask'] = (server, { plans }, old) =>
  switchPlan(server, old, plans.large, 'user_1')

const stories: Record<string, Scenario> = {
  'an order': { hasOld: false, ask: order, ends: isThere, leastEffects: 3 },
  'an order that takes a while': {
    hasOld: false,
    isSlow: true,
    ends: isThere,
    leastEffects: 4,
    ask: async (server, scene) => callBack(server, scene, await order(server, scene)),
  },
  'a deletion': {
    hasOld: true,
    ends: isGone,
    leastEffects: 3,
    ask: (server, _, old) => deleteAddon(server, old),
  },
  'an order that is deleted at once': {
    hasOld: false,
    leastEffects: 5,
    ends: (addon, _, isAnswered) => isAnswered && isGone(addon),
    async ask(server, scene) {
      let isAnswered = false
      const ordered = order(server, scene)
        .catch(() => {})
        .finally(() => {
          isAnswered = true
        })
      const orderOrEnd = async () => {
        const wasAnswered = isAnswered
        const [addon] = await scene.world.store.addons.listOf(scene.ownerId)
        return addon ?? (wasAnswered ? 'none' : undefined)
      }
      const addon = await until(orderOrEnd, { timeout: 300_000, every: 1, what: 'the order' })
      assert.notEqual(addon, 'none')
      await Promise.all([ordered, deleteAddon(server, addon as Addon)])
    },
  },
  'a change of plan': { hasOld: true, ask: toLarge, ends: isLarge, leastEffects: 3 },
  'a change of plan that takes a while': {
    hasOld: true,
    isSlow: true,
    ends: isLarge,
    leastEffects: 4,
    async ask(server, scene, old) {
      await toLarge(server, scene, old)
      await callBack(server, scene, old)
    },
  },
}

describe('law of crashes: add-ons', { concurrency: true }, () => {
  for (const [name, story] of Object.entries(stories)) {
    for (const isOrderly of [false, true]) {
      const end = isOrderly ? 'an orderly end' : 'a crash'
      test(`${end} after any effect of ${name} loses and duplicates nothing`, async () => {
        await using world = await openWorld()
        await using service = await openOddProvider()
        const ownerId = world.account.organisationId
        const { plan, plan2 } = await offerFrom(world, service, ownerId)
        const scene = { world, service, ownerId, plans: { small: plan.id, large: plan2.id } }
        for (let after = 0; ; after++) {
          const crashInjector = new CrashInjector(after, { isOrderly })
          await endAndRecover(scene, story, crashInjector, isOrderly)
          if (crashInjector.fellAt) continue
          assert.ok(after > story.leastEffects, `only ${after - 1} effects were tried`)
          return
        }
      })
    }
  }
})

async function endAndRecover(
  scene: Scene,
  story: Scenario,
  crashInjector: CrashInjector,
  isOrderly: boolean,
): Promise<void> {
  const { world, service } = scene
  const old = await prepare(scene, story)
  if (story.isSlow) service.behave((_, honest) => ({ ...honest(), status: 202 }))
  const dying = startServer(world, crashInjector.wrap)
  dying.provisioningQueue.begin()
  let isAnswered = false
  const asked = story.ask(dying, scene, old).then(
    () => {
      isAnswered = true
    },
    () => {},
  )
  await Promise.race([crashInjector.fallen, asked])
  if (isOrderly || !crashInjector.fellAt) await close(dying)
  if (isOrderly) await asked
  const place = `the end after effect ${crashInjector.effects}, ${crashInjector.fellAt}`

  const next = startServer(world, undefined, (error) => assert.fail(error as Error))
  next.provisioningQueue.begin()
  await settled(scene, next, place)
  const addons = await world.store.addons.listOf(scene.ownerId)
  const isBegun = crashInjector.fellAt !== 'the beginning' || isAnswered
  if (isBegun) story.ends(addons[0], scene, isAnswered)
  assertAgrees(scene, addons, place)
  const metered = await world.store.usage.listOpen(['addon'])
  assert.deepEqual(
    metered.map(({ meterId, planId }) => `${meterId} ${planId}`).toSorted(),
    addons.map(({ id, planId }) => `${id} ${planId}`).toSorted(),
    `${place}: what is metered`,
  )

  service.behave()
  for (const addon of addons) assert.equal(await deleteAddon(next, addon), undefined, place)
  assert.equal(service.resources.size, 0, place)
  crashInjector.bury()
  await close(next)
  if (!isOrderly) await close(dying)
}

async function prepare(scene: Scene, { hasOld }: Scenario): Promise<Addon> {
  const none = { id: 'addon_none' } as unknown as Addon
  scene.service.behave()
  if (!hasOld) return none
  const server = startServer(scene.world)
  const addon = await order(server, scene)
  await close(server)
  return addon
}

/** Waits until nothing is pending; the provider calls back as often as needed. */
const settled = (scene: Scene, server: Platform, place: string) =>
  until(
    async () => {
      const { world, ownerId } = scene
      const addons = await world.store.addons.listOf(ownerId)
      for (const addon of addons) await callBack(server, scene, addon).catch(() => {})
      return (await world.store.addons.listScheduled()).length === 0
    },
    { timeout: 300_000, every: 5, what: `an end of everything after ${place}` },
  )

/** Asserts that both sides have the same add-ons, once each, on the same plan. */
function assertAgrees({ service, plans }: Scene, addons: Addon[], place: string): void {
  const ours = addons.map(({ id, realId, planId, state }) => {
    assert.equal(state, 'ready', place)
    return [id, realId, planId === plans.large ? 'l' : 's']
  })
  const theirs = [...service.resources].map(([id, resource]) => [id, resource.id, resource.plan])
  assert.deepEqual(theirs.toSorted(), ours.toSorted(), place)
  for (const count of service.made.values()) assert.equal(count, 1, `${place}: doubled`)
}

async function close({ queue, supervision, provisioningQueue }: Platform): Promise<void> {
  await provisioningQueue.close()
  await queue.close()
  await supervision.close()
}

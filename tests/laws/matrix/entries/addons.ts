import { newId, newSecret } from '#kit/text/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { withProvider } from '#tests/laws/matrix/willing-provider.ts'

const list = '/v2/organisations/:ownerId/addons'
const one = `${list}/:addonId`

const tagged = async ({ setup, addon }: Scene) => {
  const tag = newSecret(12)
  await setup.platform.store.addons.change(addon.id, ['ready'], { tags: [tag] })
  return { params: { tag } }
}

const anotherPlan = async (scene: Scene) => {
  await withProvider(scene)
  const plan = { ...scene.plan, id: newId('plan'), slug: newSecret(12).toLowerCase(), price: 9 }
  await scene.setup.platform.store.plans.add(plan)
  return plan
}

const toAnotherPlan = async (scene: Scene) => ({ body: { planId: (await anotherPlan(scene)).id } })

const underWay = async (scene: Scene) => {
  const { setup, addon, plan, owner } = scene
  const { id: toPlanId } = await anotherPlan(scene)
  const id = newId('migration')
  await setup.platform.store.planSwitches.add({
    id,
    addonId: addon.id,
    fromPlanId: plan.id,
    toPlanId,
    state: 'RUNNING',
    message: '',
    requestedBy: owner.id,
    requestedAt: 1,
    endedAt: null,
  })
  return { params: { migrationId: id } }
}

const uncertain = async (scene: Scene) => {
  await withProvider(scene)
  const { setup, addon } = scene
  const uncertainAddon = {
    ...addon,
    state: 'uncertain',
    realId: null,
    dueAt: Number.MAX_SAFE_INTEGER,
  } as const
  // At once, because other entries of the same scene add rows that refer to it.
  await setup.platform.store.transaction(async ({ addons }) => {
    await addons.remove(addon.id)
    await addons.add(uncertainAddon)
  })
  return {}
}

export const addonEntries: Entries = {
  [`GET ${list}`]: { status: 200 },
  [`POST ${list}`]: {
    status: 200,
    async arrange(scene) {
      await withProvider(scene)
      return { body: { name: 'another', providerId: scene.provider.id, region: 'par' } }
    },
  },
  [`GET ${one}`]: { status: 200 },
  [`PUT ${one}`]: { status: 200, arrange: () => ({ body: { name: newSecret(8) } }) },
  [`DELETE ${one}`]: {
    status: 200,
    async arrange(scene) {
      await withProvider(scene)
      return {}
    },
  },
  [`POST ${one}/retry`]: { status: 200, arrange: uncertain },
  [`PUT ${one}/plan`]: { status: 200, arrange: toAnotherPlan },
  [`GET ${one}/migrations`]: { status: 200, arrange: underWay },
  [`POST ${one}/migrations`]: { status: 200, arrange: toAnotherPlan },
  [`GET ${one}/migrations/preorders`]: { status: 200 },
  [`GET ${one}/migrations/:migrationId`]: { status: 200, arrange: underWay },
  [`DELETE ${one}/migrations/:migrationId`]: { status: 200, arrange: underWay },
  [`GET ${one}/env`]: { status: 200 },
  [`GET ${one}/applications`]: { status: 200 },
  [`GET ${one}/tags`]: { status: 200 },
  [`PUT ${one}/tags`]: { status: 200, arrange: () => ({ body: [newSecret(8)] }) },
  [`PUT ${one}/tags/:tag`]: { status: 200, arrange: () => ({ params: { tag: newSecret(12) } }) },
  [`DELETE ${one}/tags/:tag`]: { status: 200, arrange: tagged },
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import type { RealId } from '#platform/model/ids.ts'
import type {
  Addon,
  AddonFacts,
  AddonState,
  PlanSwitch,
} from '#platform/model/marketplace/addon.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import type { Store } from '#platform/model/store.ts'
import { addAccount, addApplication } from './store.contract.ts'

/** Contract of every store for providers and add-ons. `open` returns an empty store. */
export function marketplaceContract(name: string, open: () => Promise<Store>): void {
  const promise = (sentence: string, body: (store: Store) => Promise<void>) =>
    test(`${name}: ${sentence}`, async () => {
      const store = await open()
      try {
        await body(store)
      } finally {
        await store.close()
      }
    })

  promise('a provider keeps every field, and its id is unique', async (store) => {
    const { provider } = await addOffer(store)
    assert.deepEqual(await store.providers.find(provider.id), provider)
    assert.equal(await store.providers.add({ ...provider, ownerId: 'orga_other' }), false)
    await store.providers.change(provider.id, { stage: 'RELEASE', canUpgrade: false })
    const changed = { ...provider, stage: 'RELEASE', canUpgrade: false }
    assert.deepEqual(await store.providers.listOf(provider.ownerId), [changed])
    assert.deepEqual(await store.providers.listAll(), [changed])
  })

  promise('a slug is unique per provider, and plans are listed cheapest first', async (store) => {
    const { provider, plan } = await addOffer(store)
    assert.equal(await store.plans.add({ ...plan, id: newId('plan') }), false)
    const cheap = { ...plan, id: newId('plan'), slug: 'dev', price: 0.5 }
    assert.equal(await store.plans.add(cheap), true)
    assert.deepEqual(await store.plans.listOf(provider.id), [cheap, plan])
    await store.plans.change(cheap.id, { price: 99 })
    assert.deepEqual(await store.plans.listAll(), [plan, { ...cheap, price: 99 }])
  })

  promise('a provider is removed with its plans, features and testers', async (store) => {
    const { provider, plan } = await addOffer(store)
    await store.features.put({
      providerId: provider.id,
      name: 'Disk',
      type: 'BYTES',
      nameCode: 'disk-size',
    })
    await store.testers.add(provider.id, 'orga_1')
    await store.testers.add(provider.id, 'orga_1')
    assert.deepEqual(await store.testers.listOf(provider.id), ['orga_1'])
    await store.providers.remove(provider.id)
    assert.equal(await store.plans.find(plan.id), undefined)
    assert.deepEqual(await store.features.listOf(provider.id), [])
    assert.deepEqual(await store.testers.listBy('orga_1'), [])
  })

  promise('an add-on changes only from the given states', async (store) => {
    const { provider, plan } = await addOffer(store)
    const addon = await addAddon(store, provider, plan)
    assert.deepEqual(await store.addons.find(addon.id), addon)
    const made = { state: 'ready', realId: 'r-1', config: { A: 'b' }, dueAt: null } as const
    assert.equal(await store.addons.change(addon.id, ['uncertain'], made), false)
    assert.equal(await store.addons.change(addon.id, ['ordering', 'uncertain'], made), true)
    assert.deepEqual(await store.addons.findByRealId(provider.id, 'r-1'), { ...addon, ...made })
    assert.equal(await store.addons.findByRealId('another', 'r-1'), undefined)
  })

  promise('add-ons are listed by owner, user, provider and due date', async (store) => {
    const { provider, plan } = await addOffer(store)
    const { userId, organisationId } = await addAccount(store)
    const first = await addAddon(store, provider, plan, { ownerId: organisationId, createdAt: 1 })
    const second = await addAddon(store, provider, plan, { ownerId: userId, dueAt: 20 })
    await addAddon(store, provider, plan, { ownerId: 'orga_other', dueAt: 10, createdAt: 9 })
    assert.deepEqual(await store.addons.listOf(organisationId), [first])
    assert.deepEqual(await store.addons.listSeenBy(userId), [first, second])
    const page = await store.addons.listOfProvider(provider.id, { limit: 1, offset: 1 })
    assert.deepEqual(page, [second])
    const scheduled = await store.addons.listScheduled()
    assert.deepEqual(
      scheduled.slice(0, 2).map(({ dueAt }) => dueAt),
      [10, 20],
    )
    assert.equal(scheduled[1]?.id, second.id)
    assert.deepEqual(
      [await store.addons.countOfPlan(plan.id), await store.addons.countOfProvider(provider.id)],
      [3, 3],
    )
  })

  promise('links and dependencies are removed with either end', async (store) => {
    const { provider, plan } = await addOffer(store)
    const addon = await addAddon(store, provider, plan)
    const [one, other] = [await addApplication(store), await addApplication(store)]
    const link = { addonId: addon.id, applicationId: one.id, createdAt: 1 }
    assert.deepEqual([await store.links.add(link), await store.links.add(link)], [true, false])
    assert.deepEqual(await store.links.addonsOf(one.id), [addon])
    assert.deepEqual(await store.links.applicationsOf(addon.id), [one.id])
    assert.equal(await store.dependencies.add(one.id, other.id), true)
    assert.equal(await store.dependencies.add(one.id, other.id), false)
    assert.deepEqual(await store.dependencies.of(one.id), [other.id])
    assert.deepEqual(await store.dependencies.dependentsOf(other.id), [one.id])
    await store.promotionTargets.set(one.id, other.id)
    assert.equal(await store.promotionTargets.of(one.id), other.id)
    assert.deepEqual(await store.promotionTargets.sourcesOf(other.id), [one.id])
    await store.exposedVariables.set(one.id, 'A', 'b')
    assert.deepEqual(await store.exposedVariables.of(one.id), { A: 'b' })
    await store.generatedSecrets.set(one.id, 'A', 'c')
    assert.deepEqual(await store.generatedSecrets.of(one.id), { A: 'c' })
    assert.deepEqual(await store.variables.of(one.id), {})
    await store.addons.remove(addon.id)
    assert.deepEqual(await store.links.addonsOf(one.id), [])
    await store.applications.remove(other.id)
    assert.deepEqual(await store.dependencies.of(one.id), [])
    assert.equal(await store.promotionTargets.of(one.id), undefined)
  })

  promise('a plan change ends once', async (store) => {
    const { provider, plan } = await addOffer(store)
    const { id: addonId } = await addAddon(store, provider, plan)
    const planSwitch: PlanSwitch = {
      id: newId('migration'),
      addonId,
      fromPlanId: plan.id,
      toPlanId: 'plan_2',
      requestedBy: 'user_1',
      requestedAt: 1,
      endedAt: null,
      message: '',
      state: 'RUNNING',
    }
    await store.planSwitches.add(planSwitch)
    await store.planSwitches.note(planSwitch.id, 'on its way')
    assert.equal((await store.planSwitches.find(planSwitch.id))?.message, 'on its way')
    const ending = { state: 'OK', endedAt: 2, message: 'done' } as const
    assert.equal(await store.planSwitches.end(planSwitch.id, ending), true)
    assert.equal(await store.planSwitches.end(planSwitch.id, { ...ending, state: 'FAILED' }), false)
    await store.planSwitches.note(planSwitch.id, 'too late')
    assert.deepEqual(await store.planSwitches.listOf(addonId), [{ ...planSwitch, ...ending }])
  })

  promise('provider calls are read page by page, and the oldest removed', async (store) => {
    const deliveries = [1, 2, 3].map((createdAt) => delivery(createdAt))
    for (const one of deliveries) await store.deliveries.add(one)
    const [first, second, third] = deliveries
    assert.deepEqual(await store.deliveries.listOf('p', { limit: 2 }), [third, second])
    const { id: before } = second ?? assert.fail()
    assert.deepEqual(await store.deliveries.listOf('p', { limit: 2, before }), [first])
    assert.deepEqual(await store.deliveries.listOf('p', { limit: 9, failed: true }), [second])
    await store.deliveries.removeBeyond('p', 2)
    assert.deepEqual(await store.deliveries.listOf('p', { limit: 9 }), [third, second])
    await store.deliveries.removeOlderThan(3)
    assert.deepEqual(await store.deliveries.listOf('p', { limit: 9 }), [third])
  })

  promise('consumptions are listed by owner and period', async (store) => {
    const one = {
      id: 'consumption_c',
      addonId: 'addon_a',
      ownerId: 'orga_o',
      providerId: 'p',
      addonName: 'db',
      zone: 'par',
      cost: '0.25',
      state: 'accepted',
      createdAt: 5,
    } as const
    await store.consumptions.add(one)
    assert.deepEqual(await store.consumptions.listOf('orga_o', { from: 5, to: 6 }), [one])
    assert.deepEqual(await store.consumptions.listOf('orga_o', { from: 6, to: 9 }), [])
  })
}

const delivery = (createdAt: number) => ({
  id: newId('delivery'),
  providerId: 'p',
  addonId: null,
  direction: 'to partner' as const,
  purpose: 'provision',
  method: 'POST',
  url: 'https://x.test/',
  status: 200,
  duration: 1.5,
  request: '{}',
  answer: '{}',
  trouble: createdAt === 2 ? 'It broke.' : '',
  createdAt,
})

/** Adds a provider with one plan. */
export async function addOffer(
  store: Store,
  wanted: Partial<Provider> = {},
): Promise<{ provider: Provider; plan: Plan }> {
  const urls = { base_url: 'https://x.test/resources', sso_url: 'https://x.test/sso' }
  const id = wanted.id ?? 'pigeon'
  const provider: Provider = {
    id,
    ownerId: 'orga_partner',
    stage: 'ALPHA',
    openInNewTab: true,
    canUpgrade: true,
    presentation: {
      name: 'Pigeons',
      website: '',
      supportEmail: '',
      googlePlusName: '',
      twitterName: '',
      analyticsId: '',
      shortDesc: '',
      longDesc: '',
      logoUrl: '',
    },
    timestampUnit: 'milliseconds',
    manifest: {
      id,
      api: {
        config_vars: ['PIGEON_URL'],
        password: 'p'.repeat(40),
        sso_salt: 's'.repeat(40),
        regions: ['eu'],
        production: urls,
        test: urls,
      },
    },
    createdAt: 1,
    ...wanted,
  }
  const plan: Plan = {
    id: newId('plan'),
    providerId: id,
    name: 'Small',
    slug: 's',
    price: 5,
    features: [{ name: 'Type', value: 'Shared', computableValue: 'Shared' }],
  }
  await store.providers.add(provider)
  await store.plans.add(plan)
  return { provider, plan }
}

/** Adds an add-on; its default state is `ordering`. */
export async function addAddon(
  store: Store,
  provider: Provider,
  plan: Plan,
  wanted: WantedAddon = {},
): Promise<Addon> {
  const { state = 'ordering', realId = null, dueAt = null, ...facts } = wanted
  const addon: AddonFacts = {
    id: newId('addon'),
    ownerId: 'orga_customer',
    providerId: provider.id,
    planId: plan.id,
    zone: 'par',
    name: 'mine',
    options: { version: '1' },
    config: {},
    message: '',
    trouble: '',
    orderedBy: 'user_1',
    logToken: 'log',
    previewOf: 'app_1',
    surroundings: 'test',
    createdAt: 2,
    attempts: 0,
    tags: [],
    ...facts,
  }
  const added = inState(addon, state, realId, dueAt)
  await store.addons.add(added)
  return added
}

export type WantedAddon = Partial<AddonFacts> & {
  state?: AddonState
  realId?: RealId | null
  dueAt?: number | null
}

/** Nobody is asked about it while a test lasts. */
const never = Date.parse('2096-01-01')

function inState(
  facts: AddonFacts,
  state: AddonState,
  realId: RealId | null,
  dueAt: number | null,
): Addon {
  switch (state) {
    case 'ordering':
    case 'uncertain':
      return { ...facts, state, realId: null, dueAt: dueAt ?? never }
    case 'deleting':
      return { ...facts, state, realId, dueAt: dueAt ?? never }
    case 'pending':
      return { ...facts, state, realId: realId ?? `real-${facts.id}`, dueAt }
    case 'ready':
    case 'suspended':
      return { ...facts, state, realId: realId ?? `real-${facts.id}`, dueAt }
  }
}

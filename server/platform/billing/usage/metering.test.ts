import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { accountOf } from '#platform/billing/invoices/buyer.ts'
import { removeInstance } from '#platform/hosting/deployments/instances/instances.ts'
import { dayOf, monthOf, periodsWithin, secondsBetween } from '#platform/model/billing/period.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { AddonId, DeploymentId, InstanceId, OwnerId, UsageId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import type { Store } from '#platform/model/store.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { addApplication } from '#stores/store.contract.ts'
import { type Chance, createChance, seedsOf } from '#tests/support/billing/chance.ts'
import { openTestStore } from '#tests/support/platform/test-store.ts'
import { meteredUse } from './costs.ts'
import {
  buildMeter,
  closeUsage,
  meterAddon,
  meterPlan,
  openUsage,
  usageOfBuild,
  usageOfInstance,
} from './meter.ts'
import { recoverUsage, settleUsage } from './recover-usage.ts'
import { partsWithin } from './usage-of-period.ts'

const minute = 60_000
const day = 24 * 60 * minute
const ownerId: OwnerId = 'orga_1'
/** Before a leap day. */
const start = Date.UTC(2028, 0, 30, 23, 59, 58, 700)

type Span = Pick<UsageInterval, 'from' | 'until'>

/** What should be metered, kept by the simplest means: for each meter, spans that never go back in time. */
class Model {
  readonly spans = new Map<string, { from: number; until: number | null }[]>()
  /** Months before this were invoiced. */
  closedUntil = 0

  begin(meter: string, now: number): void {
    const spans = this.spans.get(meter) ?? []
    this.spans.set(meter, spans)
    const from = Math.max(now, spans.at(-1)?.until ?? 0, this.closedUntil)
    spans.push({ from, until: null })
  }

  end(meter: string, now: number): void {
    const span = this.spans.get(meter)?.at(-1)
    if (span?.until === null) span.until = Math.max(now, span.from, this.closedUntil)
  }

  secondsOf(meter: string, now: number): number {
    const spans = this.spans.get(meter) ?? []
    return spans.reduce((sum, { from, until }) => sum + secondsBetween(from, until ?? now), 0)
  }
}

/** A platform reduced to what is metered, driven by chance and by a clock of its own. */
class Timeline {
  now = start
  lastSeen = 0
  readonly model = new Model()
  readonly running = new Set<string>()
  readonly building = new Set<DeploymentId>()
  readonly addons = new Map<AddonId, Plan>()
  readonly store: Store
  readonly application: Application
  readonly offer: { provider: Provider; plans: Plan[] }
  readonly chance: Chance
  readonly engine: Engine

  constructor(store: Store, application: Application, offer: Timeline['offer'], chance: Chance) {
    this.store = store
    this.application = application
    this.offer = offer
    this.chance = chance
    this.engine = { isRunning: async (id: string) => this.running.has(id) } as unknown as Engine
  }

  readonly clock = () => this.now

  async startInstance(): Promise<void> {
    const id = randomUUID()
    const flavor = this.chance.one(['XS', 'M'])
    await this.store.transaction(async (inside) => {
      await inside.instances.add({
        id,
        applicationId: this.application.id,
        deploymentId: 'deployment_1',
        number: 0,
        state: 'up',
        flavor,
        createdAt: this.now,
        started: null,
      })
      await openUsage(inside, usageOfInstance(this.application, { id, flavor }), this.now)
    })
    this.running.add(id)
    this.model.begin(id, this.now)
  }

  async stopInstance(): Promise<void> {
    const [id] = this.running
    if (!id) return
    await removeInstance(this.store, id as InstanceId, this.now)
    this.running.delete(id)
    this.model.end(id, this.now)
  }

  async beginBuild(): Promise<void> {
    const id = newId('deployment')
    this.building.add(id)
    await this.store.transaction((inside) =>
      openUsage(inside, usageOfBuild(this.application, id, this.application.buildFlavor), this.now),
    )
    this.model.begin(buildMeter(id), this.now)
  }

  async endBuild(): Promise<void> {
    const [id] = this.building
    if (!id) return
    this.building.delete(id)
    await this.store.transaction((inside) => closeUsage(inside, buildMeter(id), this.now))
    this.model.end(buildMeter(id), this.now)
  }

  async order(): Promise<void> {
    const plan = this.chance.one(this.offer.plans)
    const ready = { ownerId, state: 'ready', realId: randomUUID(), dueAt: null } as const
    const addon: Addon = await addAddon(this.store, this.offer.provider, plan, ready)
    await this.store.transaction((inside) => meterAddon(inside, addon.id, this.now))
    this.addons.set(addon.id, plan)
    this.model.begin(addon.id, this.now)
  }

  async changePlan(): Promise<void> {
    const [found] = this.addons
    if (!found) return
    const [id, old] = found
    const plan = this.chance.one(this.offer.plans)
    this.addons.set(id, plan)
    await this.store.transaction(async (inside) => {
      await inside.addons.change(id, ['ready'], { planId: plan.id })
      await meterAddon(inside, id, this.now)
    })
    if (plan.id === old.id) return
    this.model.end(id, this.now)
    this.model.begin(id, this.now)
  }

  async changePrice(): Promise<void> {
    const plan = this.chance.one(this.offer.plans)
    const price = plan.price + 1
    await this.store.transaction(async (inside) => {
      await inside.plans.change(plan.id, { price })
      await meterPlan(inside, plan.id, this.now)
    })
    const changed = { ...plan, price }
    this.offer.plans.splice(this.offer.plans.indexOf(plan), 1, changed)
    for (const [id, own] of this.addons) {
      if (own.id !== plan.id) continue
      this.addons.set(id, changed)
      this.model.end(id, this.now)
      this.model.begin(id, this.now)
    }
  }

  async deleteAddon(): Promise<void> {
    const [found] = this.addons
    if (!found) return
    const [id] = found
    this.addons.delete(id)
    const deleting = { state: 'deleting', dueAt: this.now } as const
    await this.store.transaction(async (inside) => {
      await inside.addons.change(id, ['ready'], deleting)
      await meterAddon(inside, id, this.now)
    })
    // Once the provider has removed it, nothing but its use is left.
    if (this.chance.isTrue(0.5)) await this.store.addons.remove(id)
    this.model.end(id, this.now)
  }

  async seeAlive(): Promise<void> {
    await settleUsage(this)
    const isUsed = this.running.size + this.building.size > 0
    if (isUsed) this.lastSeen = this.now
    // Builds here have no deployment in the store, so they are over.
    for (const id of this.building) this.model.end(buildMeter(id), this.now)
    this.building.clear()
  }

  /** The server dies; some instances go on, others die with the machine, and nobody sees when. */
  async crash(): Promise<void> {
    const survives = this.chance.isTrue(0.5)
    for (const id of this.running) {
      if (survives && this.chance.isTrue(0.7)) continue
      this.running.delete(id)
      this.model.end(id, this.lastSeen)
    }
    for (const id of this.building) this.model.end(buildMeter(id), this.lastSeen)
    this.building.clear()
    this.now += this.chance.below(2 * day)
    await recoverUsage(this)
    if (this.chance.isTrue(0.3)) await recoverUsage(this)
    for (const { id } of await this.store.instances.listAll()) {
      if (!this.running.has(id)) await removeInstance(this.store, id, this.now)
    }
  }

  stepClock(): void {
    this.now += this.chance.one([-3 * day, -90 * minute, -1, 1, 90 * minute])
  }

  /** As a run of invoices does. */
  async closeMonth(): Promise<void> {
    const closedUntil = monthOf(this.now).from
    if (closedUntil <= this.model.closedUntil) return
    this.model.closedUntil = closedUntil
    const account = await accountOf(this.store, ownerId)
    await this.store.billingAccounts.put({ ...account, closedUntil })
  }
}

const moves = [
  ...['startInstance', 'startInstance', 'startInstance', 'stopInstance', 'stopInstance'],
  ...['beginBuild', 'endBuild', 'order', 'changePlan', 'changePrice', 'deleteAddon'],
  ...['seeAlive', 'seeAlive', 'crash', 'stepClock', 'closeMonth'],
] as const

async function everyInterval(store: Store): Promise<UsageInterval[]> {
  return store.usage.listOf(ownerId, { from: 0, until: Number.MAX_SAFE_INTEGER })
}

for (const seed of seedsOf(12)) {
  test(`metering: a random timeline loses no second and counts none twice (seed ${seed})`, async () => {
    const store = await openTestStore()
    const application = await addApplication(store, { ownerId })
    const { provider, plan } = await addOffer(store)
    const other: Plan = { ...plan, id: newId('plan'), slug: 'other', price: 0.5 }
    await store.plans.add(other)
    const offer = { provider, plans: [plan, other] }
    const timeline = new Timeline(store, application, offer, createChance(seed))
    const { chance, model } = timeline
    const changed = new Map<UsageId, UsageInterval>()
    for (let step = 0; step < 150; step++) {
      await timeline[chance.one(moves) as 'order']()
      for (const interval of await everyInterval(store)) {
        const before = changed.get(interval.id)
        assert.ok(!before || before.until === null || before.until === interval.until, 'reopened')
        changed.set(interval.id, interval)
      }
      timeline.now += chance.one([0, 1, 999, 1000, 61_000, minute * 200, day])
    }
    const now = Math.max(
      timeline.now,
      ...[...changed.values()].map(({ from, until }) => until ?? from),
    )
    const intervals = await everyInterval(store)
    const byMeter = Map.groupBy(intervals, ({ meterId }) => meterId)
    assert.deepEqual(new Set(byMeter.keys()), new Set(model.spans.keys()))
    for (const [meter, own] of byMeter) {
      const spans = own.map(({ from, until }) => ({ from, until })).toSorted(compareSpans)
      assert.deepEqual(spans, model.spans.get(meter))
      for (const [at, { from, until }] of spans.entries()) {
        assert.ok((until ?? from) >= from, 'an end before its start')
        assert.ok(from >= (spans[at - 1]?.until ?? 0), 'an overlap')
      }
    }
    const metered = sum(partsWithin(intervals, { from: 0, until: now }, now))
    assert.equal(
      metered,
      [...model.spans.keys()].reduce((all, id) => all + model.secondsOf(id, now), 0),
    )
    const span = { from: start - 4 * day, until: now }
    const months = periodsWithin(span, monthOf).flatMap((month) =>
      partsWithin(intervals, month, now),
    )
    assert.equal(sum(months), metered, 'months')
    const days = periodsWithin(span, dayOf).flatMap((each) =>
      meteredUse({ intervals, consumptions: [] }, each, now),
    )
    assert.equal(sum(days), metered, 'days')
    await store.close()
  })
}

const compareSpans = (one: Span, other: Span): number =>
  one.from - other.from || (one.until ?? Infinity) - (other.until ?? Infinity)

const sum = (parts: readonly { seconds: number }[]): number =>
  parts.reduce((all, { seconds }) => all + seconds, 0)

test('metering: use stays with its names when the application is gone', async () => {
  const store = await openTestStore()
  const application = await addApplication(store, { ownerId, name: 'shop' })
  const id = randomUUID()
  await openUsage(store, usageOfInstance(application, { id, flavor: 'M' }), 1000)
  await closeUsage(store, id, 9000)
  await store.applications.remove(application.id)
  const [interval] = await everyInterval(store)
  assert.deepEqual(
    [interval?.resourceName, interval?.flavorOrPlan, interval?.until],
    ['shop', 'M', 9000],
  )
  await store.close()
})

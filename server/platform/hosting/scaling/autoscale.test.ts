import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scale, ScaleBounds } from '#platform/model/hosting/application.ts'
import { flavorNamed, flavors, flavorsBetween, rankOf } from '#platform/model/hosting/flavor.ts'
import {
  type AutoscalingPolicies,
  defaultRules,
  type ScaleRules,
} from '#platform/model/hosting/scale-rules.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { InstanceLoad } from '#platform/model/observability/metrics.ts'
import { type Chance, createChance } from '#tests/support/billing/chance.ts'
import { type AutoscaleInput, boundsWithin, decideScale, type ScaleDecision } from './autoscale.ts'
import type { ScaleChange } from './scale-history.ts'

const megabyte = 1024 * 1024
const minute = 60_000
const policies: AutoscalingPolicies = {
  interval: 10_000,
  upAfter: minute,
  downAfter: 5 * minute,
  pause: minute,
  cpus: 64,
}
const wide: ScaleBounds = { minInstances: 1, maxInstances: 4, minFlavor: 'XS', maxFlavor: 'M' }
const start = 1_700_000_000_000

interface Demand {
  /** CPUs that the visitors need, of all instances together. */
  cpus?: number
  /** Memory of each instance, in megabytes. */
  memory?: number
  requests?: number
}

/** An application under load: what its instances use is what is demanded, as far as their flavor allows. */
class Simulation {
  now = start
  scale: Scale
  changedAt = start
  readonly bounds: ScaleBounds
  readonly rules: ScaleRules
  readonly history: ScaleChange[] = []
  readonly decisions: (ScaleDecision & { at: number })[] = []
  #samples: InstanceLoad[] = []
  #generation = 0

  constructor(bounds: ScaleBounds = wide, rules: ScaleRules = defaultRules, scale?: Scale) {
    this.bounds = bounds
    this.rules = rules
    this.scale = scale ?? {
      currentInstances: bounds.minInstances,
      currentFlavor: bounds.minFlavor,
    }
  }

  get input(): AutoscaleInput {
    const { now, scale, bounds, changedAt, history, rules } = this
    const instances = this.#ids().map((id) => ({ id, flavor: scale.currentFlavor }))
    return {
      now,
      scale,
      bounds,
      instances,
      samples: this.#samples,
      changedAt,
      history,
      rules,
      policies,
    }
  }

  #ids = () =>
    Array.from(
      { length: this.scale.currentInstances },
      (_, index) => `${this.#generation}-0-0-0-${index}` as InstanceId,
    )

  /** Lets time pass under a demand; decisions take effect at once unless they fail. */
  run(duration: number, demand: () => Demand, isFailing = () => false): this {
    for (const end = this.now + duration; this.now < end; ) {
      this.now += policies.interval
      const { cpus = 0, memory = 100, requests = 0 } = demand()
      const { currentInstances: count, currentFlavor } = this.scale
      const flavor = flavorNamed(currentFlavor)
      for (const instanceId of this.#ids()) {
        this.#samples.push({
          instanceId,
          at: this.now,
          cpu: Math.min(flavor.cpus, cpus / count),
          memoryBytes: Math.min(flavor.memoryMegabytes, memory) * megabyte,
          requestsPerSecond: requests / count,
        })
      }
      this.#samples = this.#samples.filter(({ at }) => at > this.now - 2 * policies.downAfter)
      const decision = decideScale(this.input)
      if (decision) this.#apply(decision, isFailing())
    }
    return this
  }

  #apply(decision: ScaleDecision, hasFailed: boolean): void {
    this.history.unshift({ at: this.now, direction: decision.direction, hasFailed })
    this.decisions.push({ ...decision, at: this.now })
    this.changedAt = this.now
    if (hasFailed) return
    this.scale = decision.scale
    this.#generation += 1
  }
}

const always = (demand: Demand) => () => demand
const hour = 60 * minute

test('autoscaling: CPU above the threshold for a minute adds instances, with the reason in a sentence', () => {
  const load = new Simulation().run(minute - policies.interval, always({ cpus: 0.9 }))
  assert.equal(load.decisions.length, 0, 'not before the minute is over')
  load.run(policies.interval, always({ cpus: 0.9 }))
  assert.deepEqual(load.scale, { currentInstances: 2, currentFlavor: 'XS' })
  assert.equal(load.decisions[0]?.reason, 'CPU at 90 % for 1 min on 1 instance of XS')
})

test('autoscaling: low CPU for five minutes removes an instance, and not sooner', () => {
  const load = new Simulation(wide, defaultRules, { currentInstances: 2, currentFlavor: 'XS' })
  load.run(5 * minute - policies.interval, always({ cpus: 0.1 }))
  assert.equal(load.decisions.length, 0)
  load.run(policies.interval, always({ cpus: 0.1 }))
  assert.deepEqual(load.scale, { currentInstances: 1, currentFlavor: 'XS' })
  assert.equal(load.decisions[0]?.reason, 'CPU at 5 % for 5 min on 2 instances of XS')
})

test('autoscaling: a larger flavor follows once there are as many instances as allowed, and goes first on the way back', () => {
  const load = new Simulation().run(hour, always({ cpus: 7 }))
  assert.deepEqual(load.scale, { currentInstances: 4, currentFlavor: 'M' })
  assert.deepEqual(
    load.decisions.map(({ scale }) => `${scale.currentInstances} ${scale.currentFlavor}`),
    ['2 XS', '4 XS', '4 S', '4 M'],
  )
  load.decisions.length = 0
  load.run(hour, always({ cpus: 0.1 }))
  assert.deepEqual(
    load.decisions.map(({ scale }) => `${scale.currentInstances} ${scale.currentFlavor}`),
    ['4 S', '4 XS', '3 XS', '2 XS', '1 XS'],
  )
})

test('autoscaling: memory near the limit needs a larger flavor, however many instances are allowed', () => {
  const load = new Simulation().run(2 * minute, always({ memory: 950 }))
  assert.deepEqual(load.scale, { currentInstances: 1, currentFlavor: 'S' })
  assert.equal(load.decisions[0]?.reason, 'Memory at 93 % for 1 min on 1 instance of XS')
  load.run(12 * hour, always({ memory: 950 }))
  assert.equal(load.decisions.length, 1, 'a flavor that the memory would not fit in is not tried')
})

test('autoscaling: memory at the limit of the largest flavor does not hide that CPU is short', () => {
  const bounds = { ...wide, maxFlavor: 'XS' }
  const load = new Simulation(bounds).run(2 * minute, always({ memory: 1000, cpus: 3 }))
  assert.match(load.decisions[0]?.reason ?? '', /^CPU at 100 %/)
})

test('autoscaling: while memory is short, no instance is taken away, even if nothing helps', () => {
  const bounds = { ...wide, maxFlavor: 'XS' }
  const scale = { currentInstances: 2, currentFlavor: 'XS' }
  const load = new Simulation(bounds, defaultRules, scale).run(hour, always({ memory: 1000 }))
  assert.deepEqual(load.decisions, [])
})

test('autoscaling: a flavor without more CPUs is skipped when CPU is short', () => {
  const bounds = { minInstances: 1, maxInstances: 1, minFlavor: 'pico', maxFlavor: 'M' }
  const load = new Simulation(bounds).run(minute, always({ cpus: 4 }))
  assert.equal(load.scale.currentFlavor, 'S')
})

test('autoscaling: CPUs that the machine does not have count neither as capacity nor as growth', () => {
  const bounds = { minInstances: 1, maxInstances: 1, minFlavor: 'S', maxFlavor: '3XL' }
  const simulation = new Simulation(bounds).run(2 * minute - 10_000, always({ cpus: 2 }))
  const { input } = simulation
  const small = { ...input, scale: { ...input.scale, currentFlavor: 'S' } }
  const instances = input.instances.map((instance) => ({ ...instance, flavor: 'S' }))
  assert.equal(decideScale({ ...small, instances, policies: { ...policies, cpus: 2 } }), undefined)
})

test('autoscaling: requests per second count only when the owner has said how many an instance serves', () => {
  const busy = always({ requests: 90 })
  assert.deepEqual(new Simulation().run(hour, busy).decisions, [])
  const load = new Simulation(wide, { ...defaultRules, requests: 30 }).run(hour, busy)
  assert.deepEqual(load.scale, { currentInstances: 4, currentFlavor: 'XS' })
  assert.match(load.decisions[0]?.reason ?? '', /^90 requests per second each for 1 min/)
  load.run(hour, always({ requests: 2 }))
  assert.equal(load.scale.currentInstances, 1)
  assert.match(load.decisions.at(-1)?.reason ?? '', /^CPU at 0 % and 1\.0 requests per second each/)
})

test('autoscaling: without samples of every instance, or with old ones alone, nothing changes', () => {
  const { input } = new Simulation(wide, defaultRules, {
    currentInstances: 2,
    currentFlavor: 'XS',
  }).run(50_000, always({ cpus: 2 }))
  const due = { ...input, now: input.now + policies.interval }
  assert.ok(decideScale(due), 'two instances at full load')
  const half = due.samples.filter(({ instanceId }) => instanceId.endsWith('-0'))
  assert.equal(decideScale({ ...due, samples: half }), undefined, 'one instance is not measured')
  assert.equal(decideScale({ ...due, samples: [] }), undefined)
  assert.equal(decideScale({ ...due, now: due.now + minute }), undefined, 'they are a minute old')
  const instances = due.instances.slice(0, 1)
  assert.equal(decideScale({ ...due, instances }), undefined, 'an instance is missing')
})

test('autoscaling: after failures each further attempt waits twice as long, up to an hour', () => {
  const load = new Simulation().run(6 * hour, always({ cpus: 1 }), () => true)
  const pauses = load.decisions
    .slice(1)
    .map(({ at }, index) => at - (load.decisions[index]?.at ?? 0))
  assert.deepEqual(
    pauses.slice(0, 5),
    [2, 4, 8, 16, 32].map((minutes) => minutes * minute),
  )
  assert.ok(pauses.slice(5).every((pause) => pause === hour))
})

test('autoscaling: a load that returns after each step down makes the next one wait longer', () => {
  const bounds = { ...wide, maxInstances: 2, maxFlavor: 'XS' }
  const load = new Simulation(bounds)
  // Busy whenever there is one instance: no threshold can foresee that.
  load.run(24 * hour, () => ({ cpus: load.scale.currentInstances === 1 ? 0.9 : 0.1 }))
  assert.ok(load.decisions.length <= 2 * (6 + 24), `${load.decisions.length} changes in a day`)
  const naive = (24 * hour) / (6 * minute)
  assert.ok(load.decisions.length < naive / 3)
})

test('autoscaling: flavors that the machine no longer offers are no target, and the minimum stays one', () => {
  assert.equal(boundsWithin(wide, 'S').maxFlavor, 'S')
  assert.equal(boundsWithin(wide, 'XL').maxFlavor, 'M')
  assert.equal(boundsWithin({ ...wide, minFlavor: 'M' }, 'S').maxFlavor, 'M')
})

/** A whole number, both ends included. */
const whole = (chance: Chance, from: number, to: number) => chance.between(from, to + 1)

/** Bounds and thresholds by chance. */
function randomSimulation(chance: Chance): Simulation {
  const [low, high] = [whole(chance, 0, 8), whole(chance, 0, 8)].toSorted((a, b) => a - b)
  const [few, many] = [whole(chance, 1, 20), whole(chance, 1, 20)].toSorted((a, b) => a - b)
  const bounds = {
    minInstances: few as number,
    maxInstances: many as number,
    minFlavor: flavors[low as number]?.name ?? 'XS',
    maxFlavor: flavors[high as number]?.name ?? 'XS',
  }
  const cpuUp = whole(chance, 10, 95) / 100
  const requests = whole(chance, 0, 1) === 1 ? whole(chance, 1, 200) : undefined
  const choices = flavorsBetween(bounds.minFlavor, bounds.maxFlavor)
  return new Simulation(
    bounds,
    {
      cpuUp,
      cpuDown: Math.min(whole(chance, 1, 50) / 100, cpuUp / 2),
      memoryUp: whole(chance, 50, 95) / 100,
      ...(requests !== undefined && { requests }),
    },
    {
      currentInstances: whole(chance, bounds.minInstances, bounds.maxInstances),
      currentFlavor: choices[whole(chance, 0, choices.length - 1)]?.name ?? 'XS',
    },
  )
}

test('autoscaling, by chance: the bounds hold, and no step is larger than allowed', () => {
  const chance = createChance(15)
  for (let round = 0; round < 8; round++) {
    const load = randomSimulation(chance)
    let previous = load.scale
    load.run(2 * hour, () => ({
      cpus: whole(chance, 0, 400) / 10,
      memory: whole(chance, 10, 40_000),
      requests: whole(chance, 0, 3000),
    }))
    for (const { scale, direction } of load.decisions) {
      const { currentInstances: count, currentFlavor } = scale
      assert.ok(count >= load.bounds.minInstances && count <= load.bounds.maxInstances)
      assert.ok(rankOf(currentFlavor) >= rankOf(load.bounds.minFlavor))
      assert.ok(rankOf(currentFlavor) <= rankOf(load.bounds.maxFlavor))
      assert.ok(count <= previous.currentInstances * 2)
      const least =
        previous.currentInstances - Math.max(1, Math.floor(previous.currentInstances / 4))
      assert.ok(count >= least)
      const isUp =
        count > previous.currentInstances || rankOf(currentFlavor) > rankOf(previous.currentFlavor)
      assert.equal(direction, isUp ? 'up' : 'down')
      assert.notDeepEqual(scale, previous)
      previous = scale
    }
  }
})

test('autoscaling, by chance: constant load, with some noise, is met by one direction and then left alone', () => {
  const chance = createChance(16)
  for (let round = 0; round < 8; round++) {
    const load = randomSimulation(chance)
    const steady = {
      cpus: whole(chance, 0, 300) / 10,
      memory: whole(chance, 10, 30_000),
      requests: whole(chance, 0, 1500),
    }
    const noisy = () => ({
      cpus: steady.cpus * (1 + (whole(chance, 0, 20) - 10) / 200),
      memory: steady.memory,
      requests: steady.requests * (1 + (whole(chance, 0, 20) - 10) / 200),
    })
    load.run(3 * hour, noisy)
    const directions = load.decisions.map(({ direction }) => direction)
    const turns = directions.filter((each, index) => index > 0 && each !== directions[index - 1])
    assert.ok(turns.length <= 1, `round ${round}: ${directions}`)
    const before = load.decisions.length
    load.run(2 * hour, noisy)
    assert.equal(load.decisions.length, before, `round ${round}: it has not converged`)
  }
})

test('autoscaling: a load that is made to turn at every change gets fewer and fewer of them', () => {
  const bounds = { minInstances: 1, maxInstances: 40, minFlavor: 'XS', maxFlavor: '3XL' }
  const demands: [string, (load: Simulation) => Demand][] = [
    ['up and down at once', ({ history }) => (history[0]?.direction === 'up' ? {} : { cpus: 1e3 })],
    [
      'all the way up by single steps, and all the way down',
      ({ scale, bounds, decisions }) => {
        const isTop = scale.currentFlavor === bounds.maxFlavor
        const isBottom = scale.currentInstances === 1 && scale.currentFlavor === bounds.minFlavor
        const wasUp = decisions.at(-1)?.direction !== 'down'
        const isRising = isBottom || (wasUp && !isTop)
        const { cpus } = flavorNamed(scale.currentFlavor)
        return isRising ? { cpus: cpus * scale.currentInstances * 0.82 } : {}
      },
    ],
  ]
  for (const [what, demand] of demands) {
    const load = new Simulation(bounds)
    const perHour = Array.from({ length: 4 }, () => {
      const before = load.decisions.length
      load.run(hour, () => demand(load))
      return load.decisions.length - before
    })
    // Measured: 7, then 2 an hour; and 22, 22, then 6.
    assert.ok(Math.max(...perHour) <= 30, `${what}: ${perHour}`)
    assert.ok((perHour.at(-1) ?? 0) <= (perHour[0] ?? 0) / 2, `${what}: ${perHour}`)
  }
})

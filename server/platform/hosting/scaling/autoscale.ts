import type { Scale, ScaleBounds } from '#platform/model/hosting/application.ts'
import { flavorNamed, flavorsBetween, rankOf } from '#platform/model/hosting/flavor.ts'
import type { AutoscalingPolicies, ScaleRules } from '#platform/model/hosting/scale-rules.ts'
import type { InstanceLoad } from '#platform/model/observability/metrics.ts'
import { resolutions } from '#platform/model/observability/sample.ts'
import { calmNeeded, nextAttempt, type ScaleChange } from './scale-history.ts'
import { type Pressure, pressuresIn, quietText } from './scale-reason.ts'
import {
  type MeasuredInstance,
  type Utilisation,
  usableCpus,
  utilisationOf,
} from './utilisation.ts'

export interface AutoscaleInput {
  now: number
  scale: Scale
  bounds: ScaleBounds
  /** Instances that serve visitors. */
  instances: readonly MeasuredInstance[]
  samples: readonly InstanceLoad[]
  /** Since when the application runs like this. */
  changedAt: number
  /** Newest first. */
  history: readonly ScaleChange[]
  rules: ScaleRules
  policies: AutoscalingPolicies
}

export interface ScaleDecision {
  scale: Scale
  direction: 'up' | 'down'
  /** In a sentence, for the activity. */
  reason: string
}

/** Part of a threshold that a smaller scale may reach by the load of now; more would bring the larger one back. */
const calm = 0.8
const megabyte = 1024 * 1024

/**
 * Decides about the scale of an application by its recent load; `undefined` to leave it. Load that instances share adds
 * instances first, because those that run are left alone, and a larger flavor once there are as many as allowed.
 * Memory, which they do not share, needs a larger flavor. The way back is the reverse.
 */
export function decideScale(input: AutoscaleInput): ScaleDecision | undefined {
  const { now, scale, instances, changedAt, history, rules, policies } = input
  if (instances.length !== scale.currentInstances || now < nextAttempt(history, policies)) return
  if (now - changedAt < policies.upAfter) return
  const recent = measure(input, policies.upAfter)
  if (!recent) return
  const pressures = pressuresIn(recent, scale, rules, policies.upAfter)
  for (const pressure of pressures) {
    const larger = largerScale(input, pressure)
    if (larger) return { scale: larger, direction: 'up', reason: pressure.reason }
  }
  if (pressures.length > 0) return
  if (now - changedAt < calmNeeded(history, now, policies)) return
  const whole = measure(input, policies.downAfter)
  if (!whole || ![recent, whole].every((used) => isQuiet(used, scale, rules))) return
  const smaller = smallerScale(input, [recent, whole])
  const reason = quietText(whole, scale, rules, policies.downAfter)
  return smaller && { scale: smaller, direction: 'down', reason }
}

const measure = ({ now, samples, instances, policies }: AutoscaleInput, duration: number) =>
  utilisationOf(samples, instances, {
    from: now - duration,
    until: now,
    interval: Math.min(policies.interval, resolutions.fine),
    machineCpus: policies.cpus,
  })

function largerScale(
  { scale, bounds, policies }: AutoscaleInput,
  { kind, load }: Pressure,
): Scale | undefined {
  const more = kind === 'memory' ? undefined : moreInstances(scale, bounds, load)
  if (more) return more
  // Requests are counted by instance, whatever its flavor.
  if (kind === 'requests') return undefined
  const canUse = (flavor: string) =>
    kind === 'memory' ||
    usableCpus(flavor, policies.cpus) > usableCpus(scale.currentFlavor, policies.cpus)
  const larger = flavorsBetween(scale.currentFlavor, bounds.maxFlavor)
    .slice(1)
    .find(({ name }) => canUse(name))
  return larger && { ...scale, currentFlavor: larger.name }
}

/** As many as bring the load to the middle between the thresholds, at most twice as many as there are. */
function moreInstances(
  scale: Scale,
  { maxInstances }: ScaleBounds,
  load: number,
): Scale | undefined {
  const { currentInstances } = scale
  const limit = Math.min(maxInstances, currentInstances * 2)
  if (limit <= currentInstances) return undefined
  const needed = Math.ceil(currentInstances * load - 1e-9)
  return { ...scale, currentInstances: Math.min(limit, Math.max(currentInstances + 1, needed)) }
}

function isQuiet({ cpuShare, requests }: Utilisation, scale: Scale, rules: ScaleRules): boolean {
  const isIdle = cpuShare === undefined ? undefined : cpuShare <= rules.cpuDown
  if (rules.requests === undefined) return isIdle ?? false
  const perInstance = requests / scale.currentInstances
  return (isIdle ?? true) && perInstance <= rules.requests * (rules.cpuDown / rules.cpuUp)
}

/** One flavor less, or else at most a quarter of the instances, and only as far as the load of now has room. */
function smallerScale(
  { scale, bounds, rules, policies }: AutoscaleInput,
  used: readonly Utilisation[],
): Scale | undefined {
  const { currentInstances, currentFlavor } = scale
  const flavors = flavorsBetween(bounds.minFlavor, currentFlavor)
  const flavor = flavors.at(-2)
  const most = Math.max(1, Math.floor(currentInstances / 4))
  const fewer = Array.from({ length: most }, (_, index) => currentInstances - most + index)
  const candidates: Scale[] = [
    ...(flavor ? [{ currentInstances, currentFlavor: flavor.name }] : []),
    ...fewer
      .filter((count) => count >= bounds.minInstances)
      .map((count) => ({ currentInstances: count, currentFlavor })),
  ]
  return candidates.find((candidate) =>
    used.every((each) => hasRoom(candidate, each, { scale, rules, policies })),
  )
}

function hasRoom(
  { currentInstances: count, currentFlavor }: Scale,
  { cpus, peakMemory, requests }: Utilisation,
  { scale, rules, policies }: Pick<AutoscaleInput, 'scale' | 'rules' | 'policies'>,
): boolean {
  const isSameSize = currentFlavor === scale.currentFlavor
  const usable = count * usableCpus(currentFlavor, policies.cpus)
  const memory = flavorNamed(currentFlavor).memoryMegabytes * megabyte
  // Of what cannot be measured nobody knows whether a smaller flavor has enough.
  const within = (amount: number | undefined, limit: number) =>
    amount === undefined ? isSameSize : amount <= limit * calm
  return (
    within(cpus, usable * rules.cpuUp) &&
    (isSameSize || within(peakMemory, memory * rules.memoryUp)) &&
    (rules.requests === undefined || within(requests, count * rules.requests))
  )
}

/** Bounds without flavors that the machine no longer offers. */
export const boundsWithin = (bounds: ScaleBounds, largest: string): ScaleBounds =>
  rankOf(bounds.maxFlavor) <= rankOf(largest)
    ? bounds
    : {
        ...bounds,
        maxFlavor: rankOf(bounds.minFlavor) > rankOf(largest) ? bounds.minFlavor : largest,
      }

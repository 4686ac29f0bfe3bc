import type {
  Application,
  ApplicationChange,
  Scale,
  ScaleBounds,
} from '#platform/model/hosting/application.ts'
import {
  findFlavor,
  flavorNamed,
  largerFlavor,
  rankOf,
  smallerFlavor,
} from '#platform/model/hosting/flavor.ts'
import type { MaxFlavors } from '#platform/model/hosting/max-flavors.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Most instances that an application may have. */
export const maxInstances = 20

/** Refuses bounds that no scale fits in. */
export function refuseImpossibleBounds(bounds: ScaleBounds): void {
  const { minInstances: min, maxInstances: max, minFlavor, maxFlavor } = bounds
  const isCount = (count: number) => Number.isInteger(count) && count >= 1 && count <= maxInstances
  if (!isCount(min) || !isCount(max) || min > max) {
    throw new Refusal(
      'invalid',
      `An application has 1 to ${maxInstances} instances, and maxInstances must not be less than minInstances.`,
    )
  }
  if (rankOf(minFlavor) > rankOf(maxFlavor)) {
    throw new Refusal(
      'invalid',
      `minFlavor (${minFlavor}) must not be larger than maxFlavor (${maxFlavor}).`,
    )
  }
}

/** The scale within bounds that is nearest to another. */
export const clampScale = (
  { currentInstances, currentFlavor }: Scale,
  { minInstances, maxInstances, minFlavor, maxFlavor }: ScaleBounds,
): Scale => ({
  currentInstances: Math.min(maxInstances, Math.max(minInstances, currentInstances)),
  currentFlavor: smallerFlavor(maxFlavor, largerFlavor(minFlavor, currentFlavor)),
})

/**
 * The scale of an application once its bounds have changed. What is at its minimum follows the minimum; what
 * autoscaling has raised stays, unless it is outside the new bounds.
 */
export function scaleWithin(current: Application, bounds: ScaleBounds): Scale {
  const isLeast = {
    instances: current.currentInstances === current.minInstances,
    flavor: current.currentFlavor === current.minFlavor,
  }
  return clampScale(
    {
      currentInstances: isLeast.instances ? bounds.minInstances : current.currentInstances,
      currentFlavor: isLeast.flavor ? bounds.minFlavor : current.currentFlavor,
    },
    bounds,
  )
}

const flavorFields = ['minFlavor', 'maxFlavor', 'buildFlavor'] as const
type FlavorChange = Pick<ApplicationChange, (typeof flavorFields)[number]>

/** The flavors of a change by their exact names. Refuses unknown ones. */
export function validateFlavors(change: FlavorChange): FlavorChange {
  const given = flavorFields.flatMap((field) => {
    const wanted = change[field]
    if (wanted === undefined) return []
    const flavor = findFlavor(wanted)
    if (!flavor) throw new Refusal('invalid', `Unknown flavor ${JSON.stringify(wanted)}.`)
    return [[field, flavor.name] as const]
  })
  return Object.fromEntries(given)
}

/**
 * Refuses sizes of instances and builds that are larger than what the operator offers; one that an application has
 * already may stay. A larger maximum is a bound that is never reached.
 */
export function refuseUnavailable(
  change: FlavorChange,
  current: FlavorChange,
  largest: MaxFlavors,
): void {
  for (const field of ['minFlavor', 'buildFlavor'] as const) {
    const wanted = change[field]
    const limit = field === 'buildFlavor' ? largest.builds : largest.instances
    if (wanted === undefined || wanted === current[field] || rankOf(wanted) <= rankOf(limit))
      continue
    const { memoryMegabytes, cpus } = flavorNamed(wanted)
    throw new Refusal(
      'invalid',
      `The ${field} ${wanted} (${memoryMegabytes} MB of memory, ${cpus} CPUs) is not available here: ${limit} is the largest.`,
    )
  }
}

/** Says that a maximum is larger than what the operator offers; `undefined` when it is not. */
export function unreachableMaximum(
  { minFlavor, maxFlavor }: Pick<ScaleBounds, 'minFlavor' | 'maxFlavor'>,
  { instances: largest }: MaxFlavors,
): string | undefined {
  if (rankOf(maxFlavor) <= rankOf(largest)) return undefined
  const reached = largerFlavor(minFlavor, largest)
  return `The maxFlavor ${maxFlavor} is never reached: ${largest} is the largest flavor here, so that instances get ${reached} at most.`
}

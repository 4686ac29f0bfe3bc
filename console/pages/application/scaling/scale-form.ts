import type { Application } from '#client/resources/applications/applications.ts'
import type { Flavor, OfferedFlavor } from '#client/resources/marketplace/catalogue.ts'

/** Bounds that autoscaling stays in. */
export interface ScaleBounds {
  minInstances: number
  maxInstances: number
  /** Names of sizes. */
  minFlavor: string
  maxFlavor: string
}

export const boundsOf = ({ instance }: Pick<Application, 'instance'>): ScaleBounds => ({
  minInstances: instance.minInstances,
  maxInstances: instance.maxInstances,
  minFlavor: instance.minFlavor.name,
  maxFlavor: instance.maxFlavor.name,
})

/** Changes one bound of the number; the other one follows where it would be on the wrong side. */
export function withInstances(
  bounds: ScaleBounds,
  change: { minInstances: number } | { maxInstances: number },
): ScaleBounds {
  const next = { ...bounds, ...change }
  if ('minInstances' in change)
    return { ...next, maxInstances: Math.max(next.minInstances, next.maxInstances) }
  return { ...next, minInstances: Math.min(next.minInstances, next.maxInstances) }
}

/** Changes one bound of the size likewise; sizes are given from smallest to largest. */
export function withFlavor(
  bounds: ScaleBounds,
  change: { minFlavor: string } | { maxFlavor: string },
  flavors: readonly Flavor[],
): ScaleBounds {
  const rank = (wanted: string) => flavors.findIndex(({ name }) => name === wanted)
  const next = { ...bounds, ...change }
  if (rank(next.minFlavor) <= rank(next.maxFlavor)) return next
  return 'minFlavor' in change
    ? { ...next, maxFlavor: next.minFlavor }
    : { ...next, minFlavor: next.maxFlavor }
}

/** Whether the platform scales by load. */
export const isAutoscaled = (bounds: ScaleBounds): boolean =>
  bounds.minInstances < bounds.maxInstances || bounds.minFlavor !== bounds.maxFlavor

/** The largest size that instances ever get: the maximum, or what is offered below it. */
function maxReached<Size extends OfferedFlavor>(
  { minFlavor, maxFlavor }: ScaleBounds,
  flavors: readonly Size[],
): Size | undefined {
  const max = flavors.findIndex(({ name }) => name === maxFlavor)
  return flavors.findLast(
    ({ name, available }, at) => name === minFlavor || (available && at <= max),
  )
}

/** Name of the largest size that instances get where the maximum is larger than what is offered. */
export function reachedInstead(
  bounds: ScaleBounds,
  flavors: readonly OfferedFlavor[],
): string | undefined {
  const max = flavors.find(({ name }) => name === bounds.maxFlavor)
  return max && !max.available ? maxReached(bounds, flavors)?.name : undefined
}

/** Least and most that an hour costs, without tax; nothing while a size is unknown. A size that is not offered is never reached. */
export function hourlyCost(
  bounds: ScaleBounds,
  flavors: readonly OfferedFlavor[],
): { least: number; most: number } | undefined {
  const smallest = flavors.find(({ name }) => name === bounds.minFlavor)?.price
  const largest = maxReached(bounds, flavors)?.price
  if (smallest === undefined || largest === undefined) return undefined
  return { least: bounds.minInstances * smallest, most: bounds.maxInstances * largest }
}

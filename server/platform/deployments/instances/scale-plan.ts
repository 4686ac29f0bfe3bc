import type { Application } from '#platform/applications/application.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import { usageAtScale } from '#platform/quotas/running-quota.ts'

export type Scale = Pick<Application, 'minInstances' | 'minFlavor'>

export interface ScalePlan<T> {
  kept: T[]
  removed: T[]
  /** Numbers of the instances to start. */
  missing: number[]
}

/** Instances to keep, to stop and to start for a scale; the lowest numbers are kept. */
export function planScale<T extends Pick<Instance, 'number' | 'flavor'>>(
  serving: readonly T[],
  { minInstances, minFlavor }: Scale,
): ScalePlan<T> {
  const fitting = serving
    .filter(({ flavor }) => flavor === minFlavor)
    .toSorted((one, other) => one.number - other.number)
  const kept = fitting.slice(0, minInstances)
  const taken = new Set(kept.map(({ number }) => number))
  const free = Array.from({ length: minInstances + kept.length }, (_, number) => number).filter(
    (number) => !taken.has(number),
  )
  return {
    kept,
    removed: serving.filter((instance) => !kept.includes(instance)),
    missing: free.slice(0, minInstances - kept.length),
  }
}

/** By total memory, then by number of instances; `undefined` when the scale is unchanged. */
export function scalingAction(from: Scale, to: Scale): 'upscale' | 'downscale' | undefined {
  if (from.minInstances === to.minInstances && from.minFlavor === to.minFlavor) return undefined
  const [before, after] = [usageAtScale(from), usageAtScale(to)]
  const difference = after.memory - before.memory || after.instances - before.instances
  return difference > 0 ? 'upscale' : 'downscale'
}

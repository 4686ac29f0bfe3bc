import { usageAtScale } from '#platform/hosting/quotas/running-quota.ts'
import type { Scale } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'

export interface ScalePlan<T> {
  kept: T[]
  removed: T[]
  /** Numbers of the instances to start. */
  missing: number[]
}

/** Instances to keep, to stop and to start for a scale; the lowest numbers are kept. */
export function planScale<T extends Pick<Instance, 'number' | 'flavor'>>(
  serving: readonly T[],
  { currentInstances, currentFlavor }: Scale,
): ScalePlan<T> {
  const fitting = serving
    .filter(({ flavor }) => flavor === currentFlavor)
    .toSorted((one, other) => one.number - other.number)
  const kept = fitting.slice(0, currentInstances)
  const taken = new Set(kept.map(({ number }) => number))
  const free = Array.from({ length: currentInstances + kept.length }, (_, number) => number).filter(
    (number) => !taken.has(number),
  )
  return {
    kept,
    removed: serving.filter((instance) => !kept.includes(instance)),
    missing: free.slice(0, currentInstances - kept.length),
  }
}

/** An instance that starts, and the one that stops once it serves. */
export interface Replacement<T> {
  number: number
  replaced: T
}

export interface ScaleSteps<T> {
  /** Done one after the other, so that capacity never falls below the smaller of both scales. */
  replacements: Replacement<T>[]
  /** Numbers of instances that start beside all others. */
  added: number[]
  /** Instances that stop without a successor. */
  surplus: T[]
}

/** The order in which a plan is carried out. */
export function scaleSteps<T extends Pick<Instance, 'number'>>({
  removed,
  missing,
}: Pick<ScalePlan<T>, 'removed' | 'missing'>): ScaleSteps<T> {
  const leaving = removed.toSorted((one, other) => one.number - other.number)
  const count = Math.min(leaving.length, missing.length)
  return {
    replacements: leaving
      .slice(0, count)
      .map((replaced, index) => ({ number: missing[index] as number, replaced })),
    added: missing.slice(count),
    surplus: leaving.slice(count),
  }
}

/** A scale in words: `2 instances of flavor XS`. */
export const scaleText = ({ currentInstances, currentFlavor }: Scale): string =>
  `${currentInstances} ${currentInstances === 1 ? 'instance' : 'instances'} of flavor ${currentFlavor}`

/** By total memory, then by number of instances; `undefined` when the scale is unchanged. */
export function scalingAction(from: Scale, to: Scale): 'upscale' | 'downscale' | undefined {
  if (from.currentInstances === to.currentInstances && from.currentFlavor === to.currentFlavor)
    return undefined
  const [before, after] = [usageAtScale(from), usageAtScale(to)]
  const difference = after.memory - before.memory || after.instances - before.instances
  return difference > 0 ? 'upscale' : 'downscale'
}

import type { ScaleBounds } from '#platform/billing/costs/planned-uses.ts'
import { findFlavor } from '#platform/model/hosting/flavor.ts'
import { Refusal } from '#platform/model/refusal.ts'

const names = ['min_instances', 'max_instances', 'min_flavor', 'max_flavor'] as const
type BoundName = (typeof names)[number]

/** Bounds that a question names, in place of those that an application has; `undefined` when it names none. */
export function readBounds(
  { minInstances, maxInstances, minFlavor, maxFlavor }: ScaleBounds,
  given: (name: BoundName) => string | undefined,
): ScaleBounds | undefined {
  if (names.every((name) => given(name) === undefined)) return undefined
  const count = (name: BoundName, known: number) => {
    const text = given(name)
    if (text === undefined) return known
    if (!/^[1-9]\d?$/.test(text)) throw invalid(name, 'a number from 1 to 99')
    return Number(text)
  }
  const flavor = (name: BoundName, known: string) => {
    const text = given(name)
    if (text === undefined) return known
    const found = findFlavor(text)
    if (!found) throw invalid(name, 'the name of a size, such as M')
    return found.name
  }
  const bounds = {
    minInstances: count('min_instances', minInstances),
    maxInstances: count('max_instances', maxInstances),
    minFlavor: flavor('min_flavor', minFlavor),
    maxFlavor: flavor('max_flavor', maxFlavor),
  }
  if (bounds.minInstances > bounds.maxInstances) {
    throw invalid('max_instances', `at least min_instances (${bounds.minInstances})`)
  }
  return bounds
}

const invalid = (name: BoundName, what: string) =>
  new Refusal('invalid', `${name} must be ${what}.`)

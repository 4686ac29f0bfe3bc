import { decimalOf } from '#platform/model/billing/amount.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { flavorNamed, rankOf, smallerFlavor } from '#platform/model/hosting/flavor.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { PlannedUses, PricedUse } from './resource-cost.ts'

/** Bounds of number and size; those of an application that does not scale are equal. */
export type ScaleBounds = Pick<
  Application,
  'minInstances' | 'maxInstances' | 'minFlavor' | 'maxFlavor'
>

/** The least and the most that an application runs with between its bounds. A size that is not offered is never reached. */
export function applicationUses(
  { minInstances, maxInstances, minFlavor, maxFlavor }: ScaleBounds,
  zone: string,
  largest: string,
): PlannedUses {
  const reached = smallerFlavor(maxFlavor, largest)
  // One that had a larger size before the operator offered less keeps it.
  const highest = rankOf(reached) < rankOf(minFlavor) ? minFlavor : reached
  const instances = (count: number, flavor: string): PricedUse[] =>
    Array.from({ length: count }, () => ({
      kind: 'runtime',
      flavorOrPlan: flavorNamed(flavor).name,
      zone,
      providerId: null,
      planPrice: null,
    }))
  return { least: instances(minInstances, minFlavor), most: instances(maxInstances, highest) }
}

/** An add-on of a plan. */
export function addonUse({ providerId, slug, price }: Plan, zone: string): PlannedUses {
  const use: PricedUse = {
    kind: 'addon',
    flavorOrPlan: slug,
    zone,
    providerId,
    planPrice: decimalOf(price),
  }
  return { least: [use], most: [use] }
}

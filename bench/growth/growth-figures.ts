import type { Figure } from '#bench/support/figure.ts'
import { goals } from '#bench/support/goals.ts'

/** A cost measured with a number of applications. */
export interface Cost {
  applications: number
  value: number
}

const named = (applications: number) => `${applications.toLocaleString('en')} applications`

/** The part of each application, compared with that among the next smaller number. */
export function partsOf(name: string, unit: string, costs: readonly Cost[]): Figure[] {
  const parts = costs.map(({ applications, value }) => ({
    applications,
    value: value / applications,
  }))
  return compared(parts, (at) => at - 1).map(({ applications, ...figure }) => ({
    ...figure,
    name: `${name}, each of ${named(applications)}`,
    unit,
  }))
}

/** A cost that does not depend on the number, compared with that among the smallest. */
export function constantOf(name: string, unit: string, costs: readonly Cost[]): Figure[] {
  return compared(costs, (at) => (at === 0 ? -1 : 0)).map(({ applications, ...figure }) => ({
    ...figure,
    name: `${name}, ${named(applications)}`,
    unit,
  }))
}

function compared(costs: readonly Cost[], referenceAt: (at: number) => number) {
  return costs.map(({ applications, value }, at) => {
    const reference = costs[referenceAt(at)]
    return {
      applications,
      value,
      ...(reference && {
        reference: `of ${named(reference.applications)}`,
        referenceValue: reference.value,
        ratio: value / reference.value,
        budget: goals.growth.perApplication,
      }),
    }
  })
}

/** What each application has added since the smallest number. */
export function addedBy(name: string, unit: string, costs: readonly Cost[]): Figure[] {
  const [smallest, ...larger] = costs
  if (!smallest) return []
  const { applications: few, value: base } = smallest
  return [
    { name: `${name}, ${named(few)}`, value: base, unit },
    ...larger.map(({ applications, value }) => ({
      name: `${name}, added by each of ${named(applications)}`,
      value: (value - base) / (applications - few),
      unit,
      budget: goals.growth.megabytesPerApplication,
    })),
  ]
}

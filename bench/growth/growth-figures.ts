import type { Figure } from '#bench/support/figure.ts'
import { goals } from '#bench/support/goals.ts'

/** A cost measured with a number of applications. */
export interface Cost {
  applications: number
  value: number
}

/** Applications whose memory is told from garbage. */
const enough = 1000

const named = (applications: number) => `${applications.toLocaleString('en')} applications`

/** The part of each application, compared with that among the next smaller number. */
export function partsOf(name: string, unit: string, costs: readonly Cost[]): Figure[] {
  const parts = costs.map(({ applications, value }) => ({
    name: `each of ${named(applications)}`,
    value: value / applications,
  }))
  return parts.map((part, at) => compared(name, unit, part, parts[at - 1]))
}

/** A cost that does not depend on the number, compared with that among the smallest. */
export function constantOf(name: string, unit: string, costs: readonly Cost[]): Figure[] {
  const [smallest, ...larger] = costs.map(({ applications, value }) => ({
    name: named(applications),
    value,
  }))
  if (!smallest) return []
  return [
    compared(name, unit, smallest, undefined),
    ...larger.map((cost) => compared(name, unit, cost, smallest)),
  ]
}

interface NamedCost {
  name: string
  value: number
}

function compared(
  what: string,
  unit: string,
  { name, value }: NamedCost,
  reference: NamedCost | undefined,
): Figure {
  const figure = { name: `${what}, ${name}`, value, unit }
  if (!reference) return figure
  return {
    ...figure,
    reference: reference.name,
    referenceValue: reference.value,
    ratio: value / reference.value,
    budget: goals.growth.perApplication,
  }
}

/**
 * What each application has added since the smallest number, where there are enough of them: garbage that was not collected yet is tens of
 * megabytes, more than a hundred applications have.
 */
export function addedBy(name: string, unit: string, costs: readonly Cost[]): Figure[] {
  const [smallest, ...larger] = costs
  if (!smallest) return []
  const { applications: few, value: base } = smallest
  return [
    { name: `${name}, ${named(few)}`, value: base, unit },
    ...larger
      .filter(({ applications }) => applications >= enough)
      .map(({ applications, value }) => ({
        name: `${name}, added by each of ${named(applications)}`,
        value: (value - base) / (applications - few),
        unit,
        budget: goals.growth.megabytesPerApplication,
      })),
  ]
}

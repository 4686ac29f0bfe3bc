import type { Offer, Plan, PlanFeature } from '#client/resources/marketplace/offers.ts'
import { marketplaceTexts as texts } from '#console/texts/en/marketplace.ts'

/** Names of features in the order in which the plans have them, each once. */
export function featureNames(plans: readonly Plan[]): string[] {
  return [...new Set(plans.flatMap(({ features }) => features.map(({ name }) => name)))]
}

/** Value of a feature to be read: yes or no for what is on or off. */
export function featureValue({ type, value }: Pick<PlanFeature, 'type' | 'value'>): string {
  if (type === 'BOOLEAN' && /^(true|false)$/i.test(value))
    return value.toLowerCase() === 'true' ? texts.yes : texts.no
  return value
}

/** Cheapest first. */
export const sortedPlans = (plans: readonly Plan[]): Plan[] =>
  plans.toSorted((one, other) => one.price - other.price)

/** Offers with all words in name or description. */
export function matchingOffers(offers: readonly Offer[], search: string): Offer[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return offers
    .filter(({ id, name, shortDesc }) => {
      const text = `${id} ${name} ${shortDesc}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Options of an order from lines `name=value`; a number is the first line that is none. */
export function parseOptions(text: string): Record<string, string> | number {
  const options: Record<string, string> = {}
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const equals = line.indexOf('=')
    const name = line.slice(0, equals).trim()
    if (equals < 0 || name === '') return at + 1
    options[name] = line.slice(equals + 1).trim()
  }
  return options
}

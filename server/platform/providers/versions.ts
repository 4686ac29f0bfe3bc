import type { Offer } from './catalogue.ts'

/** The versions in which a provider's add-ons come, the default first; none when the partner says nothing about them. */
export function versionsOf({ provider }: Pick<Offer, 'provider'>): string[] {
  const { versions } = provider.manifest.api as { versions?: unknown }
  return textsIn(versions)
}

/** The options that can be given with an order, as far as the partner names them. */
export function optionsOf({ provider }: Pick<Offer, 'provider'>): string[] {
  const { options } = provider.manifest.api as { options?: unknown }
  return textsIn(options)
}

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((text) => typeof text === 'string' && text !== '') : []

import { Refusal } from '#platform/model/refusal.ts'
import type { Offer } from './catalogue.ts'

/** Versions of a provider's add-ons, the default first; empty when the manifest lists none. */
export function versionsOf({ provider }: Pick<Offer, 'provider'>): string[] {
  const { versions } = provider.manifest.api as { versions?: unknown }
  return textsIn(versions)
}

/** Options of an order that the manifest lists. */
export function optionsOf({ provider }: Pick<Offer, 'provider'>): string[] {
  const { options } = provider.manifest.api as { options?: unknown }
  return textsIn(options)
}

/** Refuses a version that the manifest does not list. Without a list the provider decides. */
export function requireVersion(offer: Offer, version: string | undefined): void {
  const versions = versionsOf(offer)
  if (!version || versions.length === 0 || versions.some((known) => isOfVersion(known, version)))
    return
  throw new Refusal(
    'invalid',
    `${offer.provider.presentation.name} has no version ${JSON.stringify(version.slice(0, 40))}: there are ${versions.join(', ')}.`,
  )
}

/**
 * Refuses an option that the manifest does not list, because nobody would act upon it. Without a list the provider
 * decides, as it does about values.
 */
export function requireOptions(offer: Offer, options: Readonly<Record<string, unknown>>): void {
  const { provider } = offer
  if (!Array.isArray((provider.manifest.api as { options?: unknown }).options)) return
  const known = [...optionsOf(offer), ...(versionsOf(offer).length > 0 ? ['version'] : [])]
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const offered = known.length > 0 ? `there are ${known.join(', ')}` : 'there are none'
  throw new Refusal(
    'invalid',
    `${provider.presentation.name} has no option ${JSON.stringify(unknown.slice(0, 40))}: ${offered}.`,
  )
}

/** Whether `15` or `15.4` matches the known version `15.4`. */
const isOfVersion = (known: string, wanted: string) =>
  known === wanted || known.startsWith(`${wanted}.`)

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((text) => typeof text === 'string' && text !== '') : []

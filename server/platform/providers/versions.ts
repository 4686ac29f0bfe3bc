import { Refusal } from '#platform/refusal.ts'
import type { Offer } from './catalogue.ts'

/** The versions in which a provider's add-ons come, the default first; none when the provider says nothing about them. */
export function versionsOf({ provider }: Pick<Offer, 'provider'>): string[] {
  const { versions } = provider.manifest.api as { versions?: unknown }
  return textsIn(versions)
}

/** The options that can be given with an order, as far as the provider names them. */
export function optionsOf({ provider }: Pick<Offer, 'provider'>): string[] {
  const { options } = provider.manifest.api as { options?: unknown }
  return textsIn(options)
}

/** Refuses a version that no server of the provider has. A provider that names none judges by itself. */
export function requireVersion(offer: Offer, version: string | undefined): void {
  const versions = versionsOf(offer)
  if (!version || versions.length === 0 || versions.some((known) => isOfVersion(known, version)))
    return
  throw new Refusal(
    'invalid',
    `${offer.provider.presentation.name} has no version ${JSON.stringify(version.slice(0, 40))}: there are ${versions.join(', ')}.`,
  )
}

/** Whether `15.4` is meant by `15` or by `15.4`. */
const isOfVersion = (known: string, wanted: string) =>
  known === wanted || known.startsWith(`${wanted}.`)

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((text) => typeof text === 'string' && text !== '') : []

import type { Offer } from './catalogue.ts'

/** The versions in which a provider's add-ons come, the default first; none when the partner says nothing about them. */
export function versionsOf({ provider }: Pick<Offer, 'provider'>): string[] {
  const { versions } = provider.manifest.api as { versions?: unknown }
  return Array.isArray(versions)
    ? versions.filter((version) => typeof version === 'string' && version !== '')
    : []
}

import type { Offer } from '#platform/marketplace/providers/catalogue.ts'

/** Manifests and some clients say `eu`; other clients name a zone. */
export const zoneOf = ({ zones }: Pick<Offer, 'zones'>, region = 'eu'): string =>
  region.toLowerCase() === 'eu' ? (zones[0] ?? region) : region

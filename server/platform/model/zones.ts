import { stableUuid } from '#kit/text/ids.ts'
import type { Zone } from './zone.ts'

const zone = (name: string, place: Omit<Zone, 'id' | 'name'>): Zone => ({
  id: stableUuid(`zone ${name}`),
  name,
  ...place,
})

/** The operator's own zone. */
export const ownZone = (place: Omit<Zone, 'id' | 'country'>): Zone =>
  zone(place.name, { ...place, country: countryName(place.countryCode) })

const countryName = (code: string) =>
  new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code

/** Zones of every platform; on a single machine they are the same place. */
export const zones: readonly Zone[] = [
  zone('par', {
    city: 'Paris',
    country: 'France',
    countryCode: 'FR',
    latitude: 48.8566,
    longitude: 2.3522,
  }),
  zone('mtl', {
    city: 'Montreal',
    country: 'Canada',
    countryCode: 'CA',
    latitude: 45.5019,
    longitude: -73.5674,
  }),
]

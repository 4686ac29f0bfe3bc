/** A place where applications and add-ons run. */
export interface Zone {
  id: string
  name: string
  city: string
  country: string
  countryCode: string
  latitude: number
  longitude: number
}

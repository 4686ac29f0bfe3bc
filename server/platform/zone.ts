/** Where things run. */
export interface Zone {
  id: string
  name: string
  city: string
  country: string
  countryCode: string
  latitude: number
  longitude: number
}

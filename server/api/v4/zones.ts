import { zoneAnswer, zoneList } from '#api/answers/products.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Zone } from '#platform/model/zone.ts'

export const listZones = endpoint({
  method: 'GET',
  path: '/v4/products/zones',
  access: 'anyone',
  summary: 'Lists the zones',
  answer: zoneList,
  handle: async ({ platform }) => platform.policies.zones.map(toWire),
})

export const getZone = endpoint({
  method: 'GET',
  path: '/v4/products/zones/:name',
  access: 'anyone',
  summary: 'Shows a zone',
  answer: zoneAnswer,
  async handle({ platform, params }) {
    const zone = platform.policies.zones.find(({ name }) => name === params.name)
    if (zone) return toWire(zone)
    throw new Refusal('missing', `There is no zone ${params.name}.`)
  },
})

const toWire = ({ id, name, city, country, countryCode, latitude, longitude }: Zone) => ({
  id,
  name,
  country,
  countryCode,
  city,
  displayName: city,
  lat: latitude,
  lon: longitude,
  outboundIPs: [],
  status: {},
  tags: ['for:applications'],
})

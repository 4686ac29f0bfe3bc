import { legacyZoneList } from '#api/answers/products.ts'
import { endpoint } from '#api/http/endpoint.ts'

export const listLegacyZones = endpoint({
  method: 'GET',
  path: '/v2/products/zones',
  access: 'anyone',
  summary: 'Lists the zones in the form that older clients know',
  answer: legacyZoneList,
  handle: async ({ platform }) =>
    platform.policies.zones.map(({ name }) => ({
      name,
      internal: false,
      correspondingRegion: name,
    })),
})

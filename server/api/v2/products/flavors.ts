import { flavorList } from '#api/answers/products.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { sizeCatalogues } from '#api/v2/flavor-record.ts'
import { string } from '#kit/schema.ts'

export const listFlavors = endpoint({
  method: 'GET',
  path: '/v2/products/flavors',
  access: 'anyone',
  summary:
    'Lists the sizes of instances with their prices of an hour in the first zone, or with `context=build` those of builds',
  query: { context: string },
  answer: flavorList,
  async handle({ platform, query }) {
    const catalogue = (await sizeCatalogues(platform))(platform.policies.zones[0]?.name ?? '')
    return query.get('context') === 'build' ? catalogue.allOfBuilds : catalogue.all
  },
})

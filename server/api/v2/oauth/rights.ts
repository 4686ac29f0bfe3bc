import { rightList } from '#api/answers/accounts.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { consumerRights } from '#platform/model/identity/access/rights.ts'

export const listRights = endpoint({
  method: 'GET',
  path: '/v2/oauth/rights',
  access: 'anyone',
  summary: 'Lists the rights that an OAuth consumer may ask for',
  answer: rightList,
  handle: async () => consumerRights,
})

import { allOrganisationList } from '#api/answers/operation.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { count, countUpTo, readQuery } from '#api/http/query.ts'
import { string } from '#kit/schema.ts'
import { accountOf } from '#platform/billing/invoices/buyer.ts'

const parameters = { search: string, limit: countUpTo(200), offset: count }
const usual = 50

export const listAllOrganisations = endpoint({
  method: 'GET',
  path: '/v4/berth/operator/organisations',
  access: 'operator',
  summary:
    'Lists all organisations by name, with how much they have: `search` (a part of the name or an id), `limit`, `offset`',
  query: parameters,
  answer: allOrganisationList,
  async handle({ platform: { store }, query }) {
    const { search = '', limit = usual, offset = 0 } = readQuery(query, parameters)
    const found = await store.organisations.listAll({ search, limit, offset })
    return Promise.all(
      found.map(async ({ organisation, members, applications, addons }) => {
        const { suspendedAt, suspension } = await accountOf(store, organisation.id)
        return {
          id: organisation.id,
          name: organisation.name,
          creationDate: new Date(organisation.createdAt).toISOString(),
          members,
          applications,
          addons,
          suspendedAt: suspendedAt === null ? null : new Date(suspendedAt).toISOString(),
          suspension,
        }
      }),
    )
  },
})

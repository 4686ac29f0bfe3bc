import { deploymentsByApplication } from '#api/answers/applications.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo, readQuery } from '#api/http/query.ts'
import { deploymentRecords } from './applications/deployments.ts'

const parameters = { limit: countUpTo(100) }
const usualDeployments = 10

export const listOwnerDeployments = endpoint({
  method: 'GET',
  path: '/v2/organisations/:ownerId/deployments',
  access: { on: 'owner', may: 'see' },
  summary:
    'Lists the last deployments of each application of an owner, newest first, by the id of the application: at most `limit` (10) of each',
  query: parameters,
  answer: deploymentsByApplication,
  cost: 5,
  async handle({ platform, ownerId, query }) {
    const { limit = usualDeployments } = readQuery(query, parameters)
    const { applications, deployments } = platform.store
    const recent = await Promise.all(
      (await applications.listOf(ownerId)).map(({ id }) => deployments.listOf(id, { limit })),
    )
    const records = await Promise.all(recent.map((each) => deploymentRecords(platform, each)))
    return Object.fromEntries(
      recent.flatMap((each, index) =>
        each[0] ? [[each[0].applicationId, records[index] ?? []]] : [],
      ),
    )
  },
})

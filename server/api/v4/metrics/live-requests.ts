import { liveRequests } from '#api/answers/metrics.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { string } from '#kit/schema.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { listLiveRequests } from '#platform/observability/metrics/live-requests.ts'
import { statusToWire } from './metric-record.ts'

/** Clients name the application by either parameter. */
const parameters = { application: string, applicationId: string }

export const getLiveRequests = endpoint({
  method: 'GET',
  path: '/v4/stats/organisations/:ownerId/requests',
  access: { on: 'owner', may: 'see' },
  summary:
    'Lists the requests of the last ten seconds for each application of the owner that had any, or for one `application`, at the place of the zone that served them: visitors are not located',
  query: parameters,
  answer: liveRequests,
  cost: 2,
  async handle({ platform, ownerId, query }) {
    const id = query.get('application') ?? query.get('applicationId')
    const all = await platform.store.applications.listOf(ownerId)
    const wanted = id ? all.filter((application) => application.id === id) : all
    if (id && wanted.length === 0) {
      throw new Refusal('missing', `There is no application ${id.slice(0, 100)}.`)
    }
    return listLiveRequests(platform, wanted).map((found) => ({
      lat: found.zone?.latitude ?? 0,
      long: found.zone?.longitude ?? 0,
      accessCount: found.requests,
      applicationId: found.application.id,
      name: found.application.name,
      zone: found.application.zone,
      requestsPerSecond: Math.round(found.requestsPerSecond * 1000) / 1000,
      ...statusToWire(found),
    }))
  },
})

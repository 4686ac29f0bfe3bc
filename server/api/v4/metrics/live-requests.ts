import { setTimeout } from 'node:timers/promises'
import { liveRequests } from '#api/answers/metrics.ts'
import { asksFor, type Call, endpoint } from '#api/http/endpoint.ts'
import { eventStream } from '#api/http/event-stream.ts'
import { string } from '#kit/schema.ts'
import { watchReader } from '#platform/identity/access/watch-credential.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { resolutions } from '#platform/model/observability/sample.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { listLiveRequests } from '#platform/observability/metrics/live-requests.ts'
import type { Platform } from '#platform/platform.ts'
import { statusToWire } from './metric-record.ts'

/** Clients name the application by either parameter. */
const parameters = { application: string, applicationId: string }

export const getLiveRequests = endpoint({
  method: 'GET',
  path: '/v4/stats/organisations/:ownerId/requests',
  access: { on: 'owner', may: 'see' },
  summary:
    'Lists the requests of the last ten seconds for each application of the owner that had any, or for one `application`, at the place of the zone that served them: visitors are not located. With `Accept: text/event-stream` the list comes every ten seconds, as server-sent events',
  query: parameters,
  answer: liveRequests,
  alternative: 'text/event-stream',
  cost: 2,
  async handle(call) {
    const { platform, ownerId, query, request } = call
    const id = query.get('application') ?? query.get('applicationId') ?? undefined
    const list = await listOf(platform, ownerId, id)
    return asksFor(request, 'text/event-stream') ? streamRequests(call, id) : list
  },
})

async function listOf(platform: Platform, ownerId: OwnerId, id: string | undefined) {
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
}

type StreamCall = Pick<Call, 'platform' | 'request' | 'log'> & { caller: Caller; ownerId: OwnerId }

/** The list now, and after each sample, until the reader leaves or the application is deleted. */
function streamRequests(
  { platform, caller, ownerId, request, log }: StreamCall,
  id: string | undefined,
): Response {
  const list = () =>
    listOf(platform, ownerId, id).catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
  return eventStream({
    slots: platform.streamLimits.take({ reader: caller.userId, source: `requests ${ownerId}` }),
    gone: request.signal,
    async *events(signal) {
      for (let found = await list(); found && !signal.aborted; found = await list()) {
        yield found
        await setTimeout(resolutions.fine, undefined, { signal }).catch(() => {})
      }
    },
    isPermitted: watchReader(platform, caller, ownerId),
    toWire: (body) => ({ body }),
    endedBy: undefined,
    log,
  })
}

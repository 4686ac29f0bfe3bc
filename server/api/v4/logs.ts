import { endpoint } from '#api/endpoint.ts'
import { sendEvents } from '#api/event-stream.ts'
import { readCount, readMoment, readText } from '#api/query.ts'
import { Reply } from '#api/reply.ts'
import { permitOwner } from '#platform/access/permissions.ts'
import { watchCredential } from '#platform/access/standing.ts'
import type { Line, LineFilter } from '#platform/logs/line.ts'

export const followLogs = endpoint({
  method: 'GET',
  path: '/v4/logs/organisations/:ownerId/applications/:applicationId/logs',
  access: 'application:see',
  summary: 'Streams the log of an application as server-sent events',
  async handle({ platform, caller, application, query, headers }) {
    const lastEventId = headers['last-event-id']
    const filter: LineFilter = {
      ...readMoment(query, 'since'),
      ...readMoment(query, 'until'),
      ...readCount(query, 'limit'),
      ...readText(query, 'deploymentId', 'deploymentId'),
      ...readText(query, 'instanceId', 'instanceId'),
      ...readText(query, 'filter', 'text'),
      ...(typeof lastEventId === 'string' && lastEventId !== '' && { after: lastEventId }),
    }
    const checkCredential = watchCredential(platform, caller)
    const permit = async () => {
      await checkCredential()
      await permitOwner(platform, caller, 'see', application.ownerId)
    }
    return new Reply({
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
      stream: (response, gone) =>
        sendEvents(response, gone, {
          name: 'APPLICATION_LOG',
          events: (signal) =>
            whilePermitted(platform.logs.follow(application.id, filter, signal), permit),
          toWire: (line: Line) => ({ id: line.id, body: lineToWire(line, application.zone) }),
          endedBy: filter.until === undefined ? undefined : 'UNTIL_REACHED',
        }),
    })
  },
})

/** A reader who is removed from the organisation, or whose token is revoked, reads no further: the stream ends, and may not be begun again. */
async function* whilePermitted<T>(events: AsyncIterable<T>, permit: () => Promise<void>) {
  for await (const event of events) {
    const isPermitted = await permit().then(
      () => true,
      () => false,
    )
    if (!isPermitted) return
    yield event
  }
}

/** Clients colour the platform's own lines by the name of the writer. */
const serviceOf = { deployment: 'berth', build: 'build', instance: 'application' } as const
const severities = { error: 3, warning: 4, info: 6 } as const

function lineToWire(line: Line, zone: string) {
  return {
    id: line.id,
    applicationId: line.applicationId,
    commitId: line.commit,
    deploymentId: line.deploymentId,
    instanceId: line.instanceId,
    date: new Date(line.date).toISOString(),
    zone,
    pid: 0,
    facility: 'local0',
    severity: line.severity,
    priority: severities[line.severity],
    version: '1',
    service: serviceOf[line.origin],
    message: line.message,
  }
}

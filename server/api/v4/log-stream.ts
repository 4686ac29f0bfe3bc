import type { Call } from '#api/http/endpoint.ts'
import { eventStream } from '#api/http/event-stream.ts'
import { count, moment, type Query, readQuery } from '#api/http/query.ts'
import { string } from '#kit/schema.ts'
import type { Caller } from '#platform/access/caller.ts'
import { permitOwner } from '#platform/access/permit.ts'
import { watchCredential } from '#platform/access/watch-credential.ts'
import type { LogSourceId, OwnerId } from '#platform/ids.ts'
import type { Line, LineFilter } from '#platform/logs/line.ts'

/** Filter parameters of a log. */
export const logParameters = {
  since: moment,
  until: moment,
  limit: count,
  deploymentId: string,
  instanceId: string,
  filter: string,
}

type LogQuery = Query<keyof typeof logParameters>

/** The log to stream, and the wire format of its lines. */
export interface StreamedLog {
  /** Id of the application or add-on. */
  id: LogSourceId
  ownerId: OwnerId
  eventName: 'APPLICATION_LOG' | 'RESOURCE_LOG'
  toWire(line: Line): Record<string, unknown>
}

/** A log as server-sent events, while the reader has the permission. */
export function streamLog(
  {
    platform,
    caller,
    query,
    request,
    log,
  }: Pick<Call, 'platform' | 'request' | 'log'> & {
    caller: Caller
    query: LogQuery
  },
  { id, ownerId, eventName, toWire }: StreamedLog,
): Response {
  const filter = readFilter(query, request.headers.get('last-event-id'))
  const checkCredential = watchCredential(platform, caller)
  const permit = async () => {
    await checkCredential()
    await permitOwner(platform, caller, 'see', ownerId)
  }
  return eventStream({
    slots: platform.streamLimits.take({ reader: caller.userId, source: id }),
    gone: request.signal,
    name: eventName,
    events: (signal) => whilePermitted(platform.logs.follow(id, filter, signal), permit),
    toWire: (line: Line) => ({ id: line.id, body: toWire(line) }),
    endedBy: filter.until === undefined ? undefined : 'UNTIL_REACHED',
    log,
  })
}

function readFilter(query: LogQuery, lastEventId: string | null): LineFilter {
  const { filter: text, ...others } = readQuery(query, logParameters)
  return {
    ...others,
    ...(text && { text }),
    ...(lastEventId && { after: lastEventId }),
  }
}

/** Ends the stream when the reader is removed from the organisation or the credential is revoked. */
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

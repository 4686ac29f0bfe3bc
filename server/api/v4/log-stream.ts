import type { Call } from '#api/http/endpoint.ts'
import { eventStream } from '#api/http/event-stream.ts'
import { count, moment, type Query, readQuery } from '#api/http/query.ts'
import { string } from '#kit/schema.ts'
import type { Caller } from '#platform/access/caller.ts'
import { permitOwner } from '#platform/access/permit.ts'
import { watchCredential } from '#platform/access/watch-credential.ts'
import type { LogSourceId, OwnerId } from '#platform/ids.ts'
import type { Line, LineFilter } from '#platform/logs/line.ts'
import type { LogBook } from '#platform/logs/log-book.ts'

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
  eventName: 'APPLICATION_LOG' | 'RESOURCE_LOG' | 'ACCESS_LOG'
  /** Where its lines are; the log of applications and add-ons when absent. */
  book?: LogBook
  /** Whether a line is sent; all are when absent. */
  isSent?: (line: Line) => boolean
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
  { id, ownerId, eventName, toWire, book = platform.logs, isSent = () => true }: StreamedLog,
): Response {
  const filter = readFilter(query, request.headers.get('last-event-id'))
  const checkCredential = watchCredential(platform, caller)
  const isPermitted = () =>
    checkCredential()
      .then(() => permitOwner(platform, caller, 'see', ownerId))
      .then(
        () => true,
        () => false,
      )
  return eventStream({
    slots: platform.streamLimits.take({ reader: caller.userId, source: id }),
    gone: request.signal,
    name: eventName,
    events: (signal) => whilePermitted(only(book.follow(id, filter, signal), isSent), isPermitted),
    isPermitted,
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

async function* only<T>(events: AsyncIterable<T>, isSent: (event: T) => boolean) {
  for await (const event of events) if (isSent(event)) yield event
}

/** Ends the stream when the reader is removed from the organisation or the credential is revoked. */
async function* whilePermitted<T>(events: AsyncIterable<T>, isPermitted: () => Promise<boolean>) {
  for await (const event of events) {
    if (!(await isPermitted())) return
    yield event
  }
}

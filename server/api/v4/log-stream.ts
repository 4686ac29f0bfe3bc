import type { Call } from '#api/http/endpoint.ts'
import { eventStream, heartbeatEvery } from '#api/http/event-stream.ts'
import { watchReader } from '#platform/identity/access/watch-credential.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { LogSourceId, OwnerId } from '#platform/model/ids.ts'
import type { Line, LineFilter } from '#platform/model/observability/line.ts'
import type { LogBook } from '#platform/model/observability/log-book.ts'
import { limitRate, pickFields, type StreamOptions } from './stream-options.ts'

/** The filter with which a call goes on after the last line that its client has seen. */
export function resumed(filter: LineFilter, { headers }: Request): LineFilter {
  const after = headers.get('last-event-id')
  return after ? { ...filter, after } : filter
}

/** The log to stream, and the wire format of its lines. */
export interface StreamedLog {
  /** Id of the application or add-on. */
  id: LogSourceId
  ownerId: OwnerId
  filter: LineFilter
  /** Without it lines are plain messages, and so are heartbeats. */
  eventName?: 'APPLICATION_LOG' | 'RESOURCE_LOG' | 'ACCESS_LOG'
  /** Where its lines are; the log of applications and add-ons when absent. */
  book?: LogBook
  /** Whether a line is sent; all are when absent. */
  isSent?: (line: Line) => boolean
  /** All fields of lines, as fast as the reader takes them, when absent. */
  options?: StreamOptions
  toWire(line: Line): Record<string, unknown>
}

/** Time to find the newest lines in a long log; a stream that takes longer begins with a line that says so. */
export const searchTimeout = 30_000

/** A log as server-sent events, while the reader has the permission. */
export async function streamLog(
  {
    platform,
    caller,
    request,
    log,
  }: Pick<Call, 'platform' | 'request' | 'log'> & {
    caller: Caller
  },
  {
    id,
    ownerId,
    filter,
    eventName,
    toWire,
    book = platform.logs,
    isSent = () => true,
    options = { fields: new Set(), rate: undefined },
  }: StreamedLog,
): Promise<Response> {
  const account = await quotaAccountOf(platform.store, ownerId)
  const isPermitted = watchReader(platform, caller, ownerId)
  return eventStream({
    slots: platform.streamLimits.take({ reader: caller.userId, source: id }),
    gone: request.signal,
    name: eventName,
    heartbeat: eventName === undefined ? messageHeartbeat : undefined,
    events: (signal) => {
      const lines = only(book.follow(id, filter, signal, { account, searchTimeout }), isSent)
      const limited = limitRate(lines, options.rate, { signal, now: platform.monotonic })
      return whilePermitted(limited, isPermitted)
    },
    isPermitted,
    toWire: (line: Line) => ({ id: line.id, body: pickFields(toWire(line), options.fields) }),
    endedBy: filter.until === undefined ? undefined : 'UNTIL_REACHED',
    log,
  })
}

/** Clients reconnect when the next one is late. It comes earlier than promised, for slow networks. */
const messageHeartbeat = {
  type: 'heartbeat',
  heartbeat_msg: 'ping',
  heartbeat_delay_ms: 5 * heartbeatEvery,
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

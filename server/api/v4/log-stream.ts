import type { Call } from '#api/endpoint.ts'
import { sendEvents } from '#api/event-stream.ts'
import { readCount, readMoment, readText } from '#api/query.ts'
import { Reply } from '#api/reply.ts'
import type { Caller } from '#platform/access/caller.ts'
import { permitOwner } from '#platform/access/permit.ts'
import { watchCredential } from '#platform/access/standing.ts'
import type { Line, LineFilter } from '#platform/logs/line.ts'
import { Refusal } from '#platform/refusal.ts'

/** Whose log is streamed, and how clients know its lines. */
export interface StreamedLog {
  /** The application or add-on. */
  id: string
  ownerId: string
  eventName: 'APPLICATION_LOG' | 'RESOURCE_LOG'
  toWire(line: Line): Record<string, unknown>
}

/** A log as server-sent events, for as long as its reader is permitted to look. */
export function streamLog(
  {
    platform,
    caller,
    query,
    headers,
  }: Pick<Call, 'platform' | 'query' | 'headers'> & {
    caller: Caller
  },
  { id, ownerId, eventName, toWire }: StreamedLog,
): Reply {
  const filter = readFilter(query, headers['last-event-id'])
  if ((streams.get(id) ?? 0) >= maxStreams) {
    throw new Refusal('limited', `At most ${maxStreams} readers can follow a log at a time.`)
  }
  const checkCredential = watchCredential(platform, caller)
  const permit = async () => {
    await checkCredential()
    await permitOwner(platform, caller, 'see', ownerId)
  }
  return new Reply({
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
    stream: (response, gone) =>
      counted(id, () =>
        sendEvents(response, gone, {
          name: eventName,
          events: (signal) => whilePermitted(platform.logs.follow(id, filter, signal), permit),
          toWire: (line: Line) => ({ id: line.id, body: toWire(line) }),
          endedBy: filter.until === undefined ? undefined : 'UNTIL_REACHED',
        }),
      ),
  })
}

/** Each line of a flood is written to every reader, so there may not be many of them. */
const maxStreams = 50
const streams = new Map<string, number>()

async function counted(id: string, stream: () => Promise<void>): Promise<void> {
  streams.set(id, (streams.get(id) ?? 0) + 1)
  try {
    await stream()
  } finally {
    const left = (streams.get(id) ?? 1) - 1
    if (left > 0) streams.set(id, left)
    else streams.delete(id)
  }
}

const readFilter = (query: URLSearchParams, lastEventId: unknown): LineFilter => ({
  ...readMoment(query, 'since'),
  ...readMoment(query, 'until'),
  ...readCount(query, 'limit'),
  ...readText(query, 'deploymentId', 'deploymentId'),
  ...readText(query, 'instanceId', 'instanceId'),
  ...readText(query, 'filter', 'text'),
  ...(typeof lastEventId === 'string' && lastEventId !== '' && { after: lastEventId }),
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

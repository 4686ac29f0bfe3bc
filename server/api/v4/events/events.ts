import { eventPage } from '#api/answers/events.ts'
import { type Call, endpoint } from '#api/http/endpoint.ts'
import { eventStream } from '#api/http/event-stream.ts'
import { count, countUpTo, moment, type Query, readQuery } from '#api/http/query.ts'
import { string } from '#kit/schema.ts'
import { type EventScope, type FollowedItem, followEvents } from '#platform/events/follow-events.ts'
import { eventIdBefore, readEvents } from '#platform/events/read-events.ts'
import type { EventId } from '#platform/model/events/event.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { eventToWire, progressToWire } from './event-record.ts'

const streamed = { since: moment, after: count }
const paged = { limit: countUpTo(500), before: count, event: string, id: string }
const usualEvents = 50

export const followOwnerEvents = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/events',
  access: { on: 'owner', may: 'belong' },
  summary:
    'Streams the events of an owner as server-sent events, from now on, from `since`, or after the id in `after` or `Last-Event-ID`; steps of deployments come as `PROGRESS`, without an id',
  query: streamed,
  produces: 'text/event-stream',
  handle: (call) => streamEvents(call, call.ownerId),
})

export const followAllEvents = endpoint({
  method: 'GET',
  path: '/v4/berth/self/events',
  access: { on: 'user', may: 'overview' },
  summary: 'Streams the events of the caller and of all their organisations, like those of one',
  query: streamed,
  produces: 'text/event-stream',
  handle: (call) => streamEvents(call, 'all'),
})

export const listOwnerEvents = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/events/history',
  access: { on: 'owner', may: 'belong' },
  summary:
    'Lists past events of an owner, newest first: `limit`, `before` (an id), `event` (a name), `id` (of an application or add-on)',
  query: paged,
  answer: eventPage,
  handle: (call) => pageOfEvents(call, call.ownerId),
})

export const listAllEvents = endpoint({
  method: 'GET',
  path: '/v4/berth/self/events/history',
  access: { on: 'user', may: 'overview' },
  summary: 'Lists past events of the caller and of all their organisations, newest first',
  query: paged,
  answer: eventPage,
  handle: (call) => pageOfEvents(call, 'all'),
})

async function pageOfEvents(
  { platform, caller, query }: Pick<Call, 'platform'> & PagedCall,
  scope: EventScope,
) {
  const { limit = usualEvents, before, event, id } = readQuery(query, paged)
  const page = await readEvents(platform, caller, scope, {
    limit,
    ...(before !== undefined && { before }),
    ...(event !== undefined && { name: event }),
    ...(id !== undefined && { subjectId: id }),
  })
  return { events: page.events.map(eventToWire), before: page.before }
}

interface PagedCall {
  caller: Caller
  query: Query<keyof typeof paged>
}

async function streamEvents(
  call: Pick<Call, 'platform' | 'request' | 'log'> & {
    caller: Caller
    query: Query<keyof typeof streamed>
  },
  scope: EventScope,
): Promise<Response> {
  const { platform, caller, request, log } = call
  const after = await startOf(call, scope)
  return eventStream<FollowedItem>({
    slots: platform.streamLimits.take({ reader: caller.userId, source: `events ${scope}` }),
    gone: request.signal,
    name: 'EVENT',
    events: (signal) => followEvents(platform, caller, { scope, after }, signal),
    toWire: itemToWire,
    endedBy: undefined,
    log,
  })
}

/** The header wins, because browsers repeat the address with it when they reconnect. */
async function startOf(
  { platform, caller, query, request }: Parameters<typeof streamEvents>[0],
  scope: EventScope,
): Promise<EventId | undefined> {
  const { since, after } = readQuery(query, streamed)
  const last = request.headers.get('last-event-id') ?? ''
  if (/^\d{1,15}$/.test(last)) return Number(last)
  if (after !== undefined) return after
  return since === undefined ? undefined : eventIdBefore(platform, caller, scope, since)
}

/** `READY` comes when everything so far was sent, and gives a reader that then sleeps an id to resume from. */
function itemToWire(item: FollowedItem): { id?: string; body: unknown; name: string } {
  if (item.kind === 'progress') return { name: 'PROGRESS', body: progressToWire(item.progress) }
  const id = String(item.id)
  switch (item.kind) {
    case 'ready':
      return { id, name: 'READY', body: {} }
    case 'lost':
      return {
        id,
        name: 'EVENTS_LOST',
        body: { until: item.until, message: 'Some events up to this id are no longer kept.' },
      }
    case 'event':
      return { id, name: 'EVENT', body: eventToWire(item.event) }
  }
}

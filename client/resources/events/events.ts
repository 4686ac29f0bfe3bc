import type { Connection } from '#client/http/connection.ts'
import { type FollowOptions, followStream } from '#client/http/follow-stream.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

export interface EventRecord {
  id: number
  ownerId: string
  /** Such as `DEPLOYMENT_ACTION_BEGIN`. */
  event: string
  /** ISO 8601. */
  date: string
  data: Record<string, unknown>
}

/** A step of something under way, such as `DEPLOYMENT_STATE_CHANGE`; it is not kept, so none comes after a gap. */
export type ProgressRecord = Omit<EventRecord, 'id'>

/** What a follower of events gets: that all so far was sent, that some are no longer kept, an event, or progress. */
export type FollowedEvent =
  | { kind: 'ready' }
  | { kind: 'lost' }
  | { kind: 'event'; event: EventRecord }
  | { kind: 'progress'; progress: ProgressRecord }

export interface EventFilter {
  limit?: number | undefined
  /** Id of the oldest event already read. */
  before?: number | undefined
  event?: string | undefined
  /** Id of an application or add-on. */
  id?: string | undefined
}

export interface EventPage {
  events: EventRecord[]
  /** Cursor of the next page; `null` on the last. */
  before: number | null
}

/** What happened lately at the caller's organisations, as far as people want to hear of it. */
export interface News {
  /** Newest first. */
  events: EventRecord[]
  unread: number
  seenUntil: number
}

export type FollowEventsOptions = Pick<FollowOptions, 'signal' | 'onHeartbeat'>

export const events = (connection: Connection) => ({
  /** New events of an owner, until the signal; a broken connection is resumed where it broke. */
  follow: (ownerId: string, options: FollowEventsOptions = {}) =>
    followEvents(connection, path`/v4/berth/organisations/${ownerId}/events`, options),

  /** New events of the caller and of all their organisations, likewise. */
  followAll: (options: FollowEventsOptions = {}) =>
    followEvents(connection, '/v4/berth/self/events', options),

  news: () => connection.ask<News>({ method: 'GET', path: '/v4/berth/self/news' }),

  /** Keeps up to which event the caller has seen them. */
  seeNews: (until: number) =>
    connection.ask<Message>({
      method: 'PUT',
      path: '/v4/berth/self/news/seen',
      body: { until },
    }),

  /** Past events of an owner, newest first. */
  list: (ownerId: string, filter: EventFilter = {}) =>
    connection.ask<EventPage>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/events/history`,
      query: { ...filter },
    }),

  /** Past events of the caller and of all their organisations, newest first. */
  listAll: (filter: EventFilter = {}) =>
    connection.ask<EventPage>({
      method: 'GET',
      path: '/v4/berth/self/events/history',
      query: { ...filter },
    }),
})

async function* followEvents(
  connection: Connection,
  address: string,
  options: FollowEventsOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const stream = followStream(connection, { path: address, query: () => ({}), ...options })
  for await (const { name, data } of stream) {
    if (name === 'READY') yield { kind: 'ready' }
    if (name === 'EVENTS_LOST') yield { kind: 'lost' }
    if (name === 'PROGRESS') yield { kind: 'progress', progress: JSON.parse(data) }
    if (name === 'EVENT') yield { kind: 'event', event: JSON.parse(data) as EventRecord }
  }
}

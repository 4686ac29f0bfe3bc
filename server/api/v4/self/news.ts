import { eventAnswer } from '#api/answers/events.ts'
import { outcome } from '#api/answers/outcome.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { eventToWire } from '#api/v4/events/event-record.ts'
import { integer, list, object } from '#kit/schema.ts'
import { readNews, seeNews } from '#platform/events/read-news.ts'

const path = '/v4/berth/self/news'

const newsAnswer = object({
  /** Newest first. */
  events: list(eventAnswer),
  /** How many of them are new. */
  unread: integer,
  seenUntil: integer,
})

/** What happened since the user's last visit. */
export const newsEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path,
    access: { on: 'user', may: 'overview' },
    summary:
      'Lists the latest events at all organisations of the caller that people want to hear of: deployments, failures, alerts, certificates, invoices and members',
    answer: newsAnswer,
    async handle({ platform, caller }) {
      const { events, seenUntil } = await readNews(platform, caller)
      return {
        events: events.map(eventToWire),
        unread: events.filter(({ id }) => id > seenUntil).length,
        seenUntil,
      }
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${path}/seen`,
    access: { on: 'user', may: 'overview' },
    // Where somebody has stopped reading is nothing that others would look for.
    isQuestion: true,
    summary: 'Keeps up to which event the caller has seen what happened: `until`',
    body: object({ until: integer }),
    answer: outcome,
    async handle({ platform, caller, body }) {
      await seeNews(platform, caller, body.until)
      return done('What happened until then is no longer new.')
    },
  }),
]

import type { DrainMessage } from '#platform/model/observability/drain-sender.ts'
import type { Line } from '#platform/model/observability/line.ts'
import type { LogBook } from '#platform/model/observability/log-book.ts'
import type { DrainedResource, DrainSource } from './drain-source.ts'

type MessagesOf = (resource: DrainedResource, lines: readonly Line[]) => DrainMessage[]

/** Lines of a log. */
export const logSource = (book: LogBook, messagesOf: MessagesOf): DrainSource => ({
  newest: async (drained) => drained.map(({ resourceId }) => book.newest(resourceId)),
  openReader({ resourceId }, after) {
    const reader = book.openReader(resourceId, after)
    return {
      get position() {
        return reader.position
      },
      next: async (limit, resource) => messagesOf(resource, await reader.next(limit)),
    }
  },
  countAfter: ({ resourceId }, after, max) => book.countAfter(resourceId, after, max),
})

import type { Call } from '#api/http/endpoint.ts'
import { countUpTo, queryOf, readQuery } from '#api/http/query.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { LineCounts } from '#platform/model/observability/log-book.ts'
import { chooseBuckets } from '#platform/observability/logs/time-buckets.ts'
import { fileAddress } from './log-file.ts'
import type { SearchedLog } from './searched-log.ts'

/** Parameters beside those of the filter. */
export const countParameters = { points: countUpTo(500) }

const usualPoints = 100
/** Time to count in; what lies further back then is left out, which the answer says. */
const timeout = 20_000
const usualRange = 3_600_000

type CountCall = Pick<Call, 'platform' | 'request' | 'addresses' | 'signer'> & { caller: Caller }

/** Counts the lines that a search finds in a log over time, and signs the addresses of files with all of them. */
export async function countLog(call: CountCall, log: SearchedLog, path: string) {
  const { platform, request, caller } = call
  const query = queryOf(request)
  const { limit: _, ...filter } = log.filterOf(query)
  const { points = usualPoints } = readQuery(query, countParameters)
  const until = filter.until ?? platform.clock()
  const oldest = filter.since ?? (await log.book.oldest(log.id)) ?? until - usualRange
  const since = filter.since ?? Math.min(oldest, until)
  const { span } = chooseBuckets(since, until, Math.max(points, 2))
  using _slots = platform.streamLimits.take({ reader: caller.userId, source: log.id })
  const counted = await log.book.count(
    log.id,
    { filter: { ...filter, since, until }, span, groupOf: log.groupOf },
    {
      account: await quotaAccountOf(platform.store, log.ownerId),
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]),
    },
  )
  const buckets = pointsOf(counted.counts)
  return {
    since: isoTime(since),
    until: isoTime(until),
    span: span / 1000,
    /** Lines before this time were not counted, if it is after `since`. */
    countedSince: isoTime(Math.max(since, counted.since)),
    total: buckets.reduce((sum, { total }) => sum + total, 0),
    points: buckets,
    files: {
      text: fileAddress(call, log, { path, format: 'text' }),
      json: fileAddress(call, log, { path, format: 'json' }),
    },
  }
}

const pointsOf = (counts: LineCounts) =>
  [...counts]
    .sort(([one], [other]) => one - other)
    .map(([date, groups]) => ({
      date: isoTime(date),
      total: groups.values().reduce((sum, count) => sum + count, 0),
      counts: Object.fromEntries(groups),
    }))

const isoTime = (time: number) => new Date(time).toISOString()

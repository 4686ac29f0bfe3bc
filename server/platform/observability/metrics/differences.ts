import type { InstanceUsage } from '#platform/model/hosting/deployments/engine.ts'
import type { StatusCodeCounts } from '#platform/model/hosting/deployments/traffic.ts'

/** Counters of requests of one instance since the router's start. */
export interface RequestCounters {
  requests: number
  /** Responses by the first digit of their status, from 1xx to 5xx. */
  status: readonly number[]
  codes: StatusCodeCounts
  latency: readonly number[]
}

/** Counters of one reading, by source. */
export interface Reading<Counters> {
  /** Start of the program that counts: its counters begin at 0 with it. */
  startedAt: number
  counters: ReadonlyMap<string, Counters>
}

export type UsageCounters = Pick<InstanceUsage, 'cpuSeconds' | 'receivedBytes' | 'sentBytes'>

/**
 * Growth of a counter. One that has shrunk was begun anew, because the instance or the router was restarted: then it has
 * grown by what it shows.
 */
const growth = (before: number | undefined, now: number): number =>
  before === undefined || now < before ? now : now - before

const growthOf = (before: number | undefined, now: number | undefined) =>
  now === undefined ? undefined : growth(before, now)

/** What an instance used since the reading before; one that was not there then has used all that it shows. */
export const usageSince = (before: UsageCounters | undefined, now: UsageCounters) => ({
  cpuSeconds: growthOf(before?.cpuSeconds, now.cpuSeconds),
  receivedBytes: growthOf(before?.receivedBytes, now.receivedBytes),
  sentBytes: growthOf(before?.sentBytes, now.sentBytes),
})

/**
 * Requests since the reading before. The counters of another router process, and those that have shrunk, are taken as
 * they are; all of an instance together, because a part of them may have grown beyond the old value again.
 */
export function requestsSince(
  before: Reading<RequestCounters> | undefined,
  now: Reading<RequestCounters> | undefined,
  source: string,
): RequestCounters | undefined {
  const counters = now?.counters.get(source)
  if (!before || !now || !counters) return undefined
  const earlier = before.startedAt === now.startedAt ? before.counters.get(source) : undefined
  if (!earlier || counters.requests < earlier.requests) return counters
  return {
    requests: counters.requests - earlier.requests,
    status: differences(earlier.status, counters.status),
    codes: codeDifferences(earlier.codes, counters.codes),
    latency: differences(earlier.latency, counters.latency),
  }
}

const differences = (before: readonly number[], now: readonly number[]): number[] =>
  now.map((count, place) => Math.max(0, count - (before[place] ?? 0)))

const codeDifferences = (before: StatusCodeCounts, now: StatusCodeCounts): StatusCodeCounts =>
  Object.fromEntries(
    Object.entries(now).flatMap(([code, count]) => {
      const grown = count - (before[code] ?? 0)
      return grown > 0 ? [[code, grown]] : []
    }),
  )

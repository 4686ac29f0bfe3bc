import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { abortable, type Connection } from '#client/http/connection.ts'
import {
  type AccessLogFilter,
  type LogCounts,
  type LogFilter,
  logs,
} from '#client/resources/applications/logs.ts'
import { connection } from '#console/api/connection.ts'
import type { OwnedId } from '#console/api/query-keys.ts'

type Count<Filter> = (
  connection: Connection,
  address: OwnedId,
  filter: Filter,
) => Promise<LogCounts>

/** Logs that are counted. */
const kinds = {
  application: (at, address, filter) => logs(at).counts(address, filter),
  access: (at, address, filter) => logs(at).countsOfAccess(address, filter),
  addon: (at, address, filter) => logs(at).countsOfAddon(address, filter),
} satisfies Record<string, Count<LogFilter & AccessLogFilter>>

type LogKind = keyof typeof kinds

export interface LogSearch {
  kind: LogKind
  address: OwnedId
  /** Differs if other lines are found; times that end now stay the same in it. */
  key: string
  /** Asked for when it is counted, because of times that end now. */
  filter(): LogFilter & AccessLogFilter
}

/**
 * Counts over time of what a search finds. They are asked for when something else is searched for, and on request: each time the
 * platform reads through the log.
 */
export const logCountsQuery = ({ kind, address, key, filter }: LogSearch) =>
  queryOptions({
    queryKey: ['log-counts', kind, address, key],
    queryFn: ({ signal }) => kinds[kind](abortable(connection, signal), address, filter()),
    placeholderData: keepPreviousData,
    // Its addresses of files are good for a quarter of an hour.
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

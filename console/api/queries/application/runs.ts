import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { isRunEnded, runs } from '#client/resources/runs.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Output is no event, so that it is asked for while somebody looks. */
const interval = 2000

export const runKey = (address: OwnedId) => queryKeys.ofApplication(address, 'runs')

/** One-off commands of an application. */
export const runsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: [...runKey(address), 'list'],
    queryFn: ({ signal }) => runs(abortable(connection, signal)).list(address),
  })

/** One of them with the end of its output. */
export const runQuery = (address: OwnedId, runId: string) =>
  queryOptions({
    queryKey: [...runKey(address), 'run', runId],
    queryFn: ({ signal }) => runs(abortable(connection, signal)).get(address, runId),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || !isRunEnded(data) ? interval : false,
  })

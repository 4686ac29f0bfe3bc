import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { crons } from '#client/resources/crons.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Runs that succeed are no events, so that they are asked for while somebody looks. */
const interval = 5000

export const cronKey = (address: OwnedId) => queryKeys.ofApplication(address, 'crons')

/** Scheduled tasks of an application, each with its last run. */
export const cronsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: [...cronKey(address), 'list'],
    queryFn: ({ signal }) => crons(abortable(connection, signal)).list(address),
    refetchInterval: interval,
  })

/** The last runs of all of them. */
export const cronRunsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: [...cronKey(address), 'runs'],
    queryFn: ({ signal }) => crons(abortable(connection, signal)).runs(address, { limit: 50 }),
    refetchInterval: interval,
  })

/** One run with its output. */
export const cronRunQuery = (address: OwnedId, runId: string) =>
  queryOptions({
    queryKey: [...cronKey(address), 'run', runId],
    queryFn: ({ signal }) => crons(abortable(connection, signal)).oneRun(address, runId),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === 'running' ? interval : false,
  })

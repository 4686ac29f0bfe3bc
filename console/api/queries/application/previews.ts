import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { type PreviewStatus, previews } from '#client/resources/previews.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Steps on the way to a preview are no events. */
const interval = { moving: 2000, settled: 15_000 }
const settled: readonly PreviewStatus[] = ['ready', 'failed', 'awaiting-approval', 'awaiting-push']

/** Previews of an application, oldest first. */
export const previewsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'previews'),
    queryFn: ({ signal }) => previews(abortable(connection, signal)).list(address),
    refetchInterval: ({ state: { data } }) =>
      data?.every(({ status }) => settled.includes(status)) ? interval.settled : interval.moving,
  })

/** How they are made. */
export const previewSettingsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'preview-settings'),
    queryFn: ({ signal }) => previews(abortable(connection, signal)).settings(address),
  })

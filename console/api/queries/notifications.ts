import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { events } from '#client/resources/events/events.ts'
import { emailHooks, notificationInfo, webhooks } from '#client/resources/events/notifications.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

export const webhooksQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'webhooks'),
    queryFn: ({ signal }) => webhooks(abortable(connection, signal)).list(ownerId),
  })

export const emailHooksQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'email-hooks'),
    queryFn: ({ signal }) => emailHooks(abortable(connection, signal)).list(ownerId),
  })

/** Names of all events; they change with the version of the platform alone. */
export const eventNamesQuery = queryOptions({
  queryKey: queryKeys.catalogue('events'),
  queryFn: ({ signal }) => notificationInfo(abortable(connection, signal)).events(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What happened lately, with how much of it is new; events have it asked again. */
export const newsQuery = queryOptions({
  queryKey: queryKeys.news,
  queryFn: ({ signal }) => events(abortable(connection, signal)).news(),
})

const pageSize = 20
/** Deliveries come and end without an event. */
const refreshed = 5_000

/** Deliveries of a webhook, newest first, page by page. */
export const webhookDeliveriesQuery = (ownerId: string, id: string, state: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'webhook-deliveries'), id, state],
    queryFn: ({ signal, pageParam }) =>
      webhooks(abortable(connection, signal)).deliveries(ownerId, id, {
        limit: pageSize,
        before: pageParam || undefined,
        state: state || undefined,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    refetchInterval: refreshed,
  })

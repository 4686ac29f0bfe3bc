import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { audit } from '#client/resources/accounts/audit.ts'
import { members } from '#client/resources/accounts/members.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

export const membersQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'members'),
    queryFn: ({ signal }) => members(abortable(connection, signal)).list(ownerId),
  })

export const invitationsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: queryKeys.ofOwner(ownerId, 'invitations'),
    queryFn: ({ signal }) => members(abortable(connection, signal)).listInvitations(ownerId),
  })

const pageSize = 50

/** Who did what, newest first, page by page. */
export const auditQuery = (ownerId: string, filter: { action: string; userId: string }) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'audit'), filter],
    queryFn: ({ signal, pageParam }) =>
      audit(abortable(connection, signal)).listNamed(ownerId, {
        limit: pageSize,
        before: pageParam || undefined,
        action: filter.action || undefined,
        userId: filter.userId || undefined,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    staleTime: 0,
  })

import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { connectedRepository } from '#client/resources/connected-repository.ts'
import { connection } from '#console/api/connection.ts'
import { isMissing } from '#console/api/describe-error.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Looks at repositories and calls of their hosts are no events. */
const interval = 10_000

/** The repository that an application is deployed from, or `null`. */
export const repositoryQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'repository'),
    queryFn: ({ signal }) =>
      connectedRepository(abortable(connection, signal))
        .get(address)
        .catch((error: unknown) => {
          if (isMissing(error)) return null
          throw error
        }),
    refetchInterval: ({ state }) => (state.data === null ? false : interval),
  })

/** Calls of the host of that repository, newest first. */
export const repositoryDeliveriesQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'repository-deliveries'),
    queryFn: ({ signal }) => connectedRepository(abortable(connection, signal)).deliveries(address),
    refetchInterval: interval,
  })

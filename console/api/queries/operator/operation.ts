import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { providers } from '#client/resources/marketplace/providers.ts'
import { operation } from '#client/resources/operation.ts'
import { toolchains } from '#client/resources/toolchains.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

export const machineQuery = queryOptions({
  queryKey: queryKeys.operator('machine'),
  queryFn: ({ signal }) => operation(abortable(connection, signal)).machine(),
  refetchInterval: 10_000,
})

/** The server keeps its answer for an hour. */
export const machinePackagesQuery = queryOptions({
  queryKey: queryKeys.operator('packages'),
  queryFn: ({ signal }) => operation(abortable(connection, signal)).packages(),
})

export const runningDeploymentsQuery = queryOptions({
  queryKey: queryKeys.operator('deployments'),
  queryFn: ({ signal }) => operation(abortable(connection, signal)).deployments(),
  refetchInterval: 3_000,
})

export const allOrganisationsQuery = (search: string, limit: number) =>
  queryOptions({
    queryKey: [...queryKeys.operator('organisations'), { search, limit }],
    queryFn: ({ signal }) =>
      operation(abortable(connection, signal)).organisations({
        search: search === '' ? undefined : search,
        limit,
      }),
    placeholderData: keepPreviousData,
  })

/** Add-on providers of all owners. */
export const allProvidersQuery = queryOptions({
  queryKey: queryKeys.operator('providers'),
  queryFn: ({ signal }) => providers(abortable(connection, signal)).listAll(),
})

/** Settings of the server; they change with its start alone. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.operator('settings'),
  queryFn: ({ signal }) => operation(abortable(connection, signal)).settings(),
})

/** A back-up that is being made goes on without events. */
const whileRunning = 2_000
const otherwise = 30_000

export const platformBackupsQuery = queryOptions({
  queryKey: queryKeys.operator('backups'),
  queryFn: ({ signal }) => operation(abortable(connection, signal)).backups(),
  refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? whileRunning : otherwise),
})

export const toolchainsQuery = queryOptions({
  queryKey: queryKeys.operator('toolchains'),
  queryFn: ({ signal }) => toolchains(abortable(connection, signal)).show(),
})

export const outdatedQuery = (limit: number) =>
  queryOptions({
    queryKey: [...queryKeys.operator('outdated'), { limit }],
    queryFn: ({ signal }) => toolchains(abortable(connection, signal)).outdated({ limit }),
    placeholderData: keepPreviousData,
  })

/** Applications that are deployed again go on without events for operators. */
export const redeploymentQuery = queryOptions({
  queryKey: queryKeys.operator('redeployment'),
  queryFn: async ({ signal }) =>
    (await toolchains(abortable(connection, signal)).redeployment()).redeployment,
  refetchInterval: ({ state }) =>
    state.data && (state.data.state === 'running' || state.data.counts.deploying > 0)
      ? whileRunning
      : otherwise,
})

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { type AddonOrder, addons } from '#client/resources/marketplace/addons.ts'
import { backups, isUnderWay } from '#client/resources/marketplace/backups.ts'
import { type ContentEntry, databases } from '#client/resources/marketplace/databases.ts'
import { files } from '#client/resources/marketplace/files.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** States that end by themselves; the add-on is asked again meanwhile. */
const passing = ['ordering', 'uncertain', 'pending', 'deleting']
const askedAgain = 2_000

export const addonQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.addon(address),
    queryFn: ({ signal }) => addons(abortable(connection, signal)).get(address),
    refetchInterval: ({ state: { data } }) =>
      data && passing.includes(data.state) ? askedAgain : false,
  })

export const addonVariablesQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofAddon(address, 'variables'),
    queryFn: ({ signal }) => addons(abortable(connection, signal)).variables(address),
  })

/** Variables that the owner has set; for add-ons of the configuration provider. */
export const configurationQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofAddon(address, 'configuration'),
    queryFn: ({ signal }) => addons(abortable(connection, signal)).configuration(address),
  })

/** Applications that are linked to an add-on. */
export const linkedApplicationsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofAddon(address, 'applications'),
    queryFn: ({ signal }) => addons(abortable(connection, signal)).applications(address),
  })

/** Changes of plan, newest first. */
export const planChangesQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofAddon(address, 'plan-changes'),
    queryFn: ({ signal }) => addons(abortable(connection, signal)).migrations(address),
    refetchInterval: ({ state: { data } }) =>
      data?.[0]?.status === 'RUNNING' ? askedAgain : false,
  })

/** Newest first. */
export const backupsQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofAddon(address, 'backups'),
    queryFn: ({ signal }) => backups(abortable(connection, signal)).list(address),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'RUNNING') ? askedAgain : false,
  })

/** A page of a folder. */
export const filesQuery = (address: OwnedId, path: string, after: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofAddon(address, 'files'), path, after],
    queryFn: ({ signal }) => files(abortable(connection, signal)).list(address, { path, after }),
  })

/** Progress of a restore into its add-on. */
export const restoreQuery = (address: OwnedId, backupId: string) =>
  queryOptions({
    queryKey: queryKeys.ofAddon(address, `restore-${backupId}`),
    queryFn: ({ signal }) =>
      backups(abortable(connection, signal)).restoreProgress(address, backupId),
    refetchInterval: ({ state: { data } }) => (data && !isUnderWay(data) ? false : askedAgain),
  })

/** What a month of an order would cost, with tax. */
export const preorderQuery = (
  ownerId: string,
  order: Pick<AddonOrder, 'providerId' | 'plan' | 'region'>,
) =>
  queryOptions({
    queryKey: [...queryKeys.ofOwner(ownerId, 'preorder'), order],
    queryFn: ({ signal }) => addons(abortable(connection, signal)).preorder(ownerId, order),
  })

/** Tables or keys of a database, a page at a time. */
export const contentsQuery = (address: OwnedId) =>
  infiniteQueryOptions({
    queryKey: queryKeys.ofAddon(address, 'contents'),
    queryFn: ({ signal, pageParam }) =>
      databases(abortable(connection, signal)).tables(address, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor || undefined,
    retry: false,
  })

export const rowsPerPage = 50

/** Rows of a table from an offset; each reading is in the audit log. */
export const tableRowsQuery = (
  address: OwnedId,
  { schema, name }: Pick<ContentEntry, 'schema' | 'name'>,
  offset: number,
) =>
  queryOptions({
    queryKey: [...queryKeys.ofAddon(address, 'rows'), schema, name, offset],
    queryFn: ({ signal }) =>
      databases(abortable(connection, signal)).rows(address, {
        schema,
        table: name,
        offset,
        limit: rowsPerPage,
      }),
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  })

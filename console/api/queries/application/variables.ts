import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { dependencies } from '#client/resources/applications/dependencies.ts'
import { environment, type Variable } from '#client/resources/applications/environment.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** The application's own variables, with the version by which they are replaced. */
export const variablesQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'variables'),
    queryFn: ({ signal }) => environment(abortable(connection, signal)).read(address),
    // The editor always opens with the current values.
    staleTime: 0,
  })

/** Something linked that gives variables. */
export interface LinkedVariables {
  id: string
  name: string
  kind: 'addon' | 'application'
  variables: readonly Variable[]
}

/** Variables of linked applications, then of linked add-ons: the order in which they win. */
export const linkedVariablesQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'linked-variables'),
    queryFn: async ({ signal }): Promise<LinkedVariables[]> => {
      const api = environment(abortable(connection, signal))
      const [ofApplications, ofAddons] = await Promise.all([
        api.ofDependencies(address),
        api.ofAddons(address),
      ])
      return [
        ...ofApplications.map(({ app_id, app_name, env }) => ({
          id: app_id,
          name: app_name,
          kind: 'application' as const,
          variables: env,
        })),
        ...ofAddons.map(({ addon_id, addon_name, env }) => ({
          id: addon_id,
          name: addon_name,
          kind: 'addon' as const,
          variables: env,
        })),
      ]
    },
  })

/** Variables that the application gives to those linked to it. */
export const exposedVariablesQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: queryKeys.ofApplication(address, 'exposed-variables'),
    queryFn: ({ signal }) => dependencies(abortable(connection, signal)).exposed(address),
  })

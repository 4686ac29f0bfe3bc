import { queryOptions } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { promotions } from '#client/resources/promotions.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** Where the releases of an application go. */
export const promotionWaysQuery = (address: OwnedId) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(address, 'promotions'), 'ways'],
    queryFn: ({ signal }) => promotions(abortable(connection, signal)).ways(address),
  })

/** What a promotion of the live release of an application to this one would do. */
export const promotionPlanQuery = (to: OwnedId, from: string) =>
  queryOptions({
    queryKey: [...queryKeys.ofApplication(to, 'promotions'), 'plan', from],
    queryFn: ({ signal }) => promotions(abortable(connection, signal)).plan(to, { from }),
    retry: false,
  })

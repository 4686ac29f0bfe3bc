import { queryOptions } from '@tanstack/react-query'
import { self } from '#client/resources/accounts/self.ts'
import { platform } from '#client/resources/platform.ts'
import { summary } from '#client/resources/summary.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'

/** The user of this window. */
export const selfQuery = queryOptions({
  queryKey: queryKeys.self,
  queryFn: () => self(connection).get(),
})

/** Everything that the user may see, in short: for the sidebar, the switcher and the palette. */
export const summaryQuery = queryOptions({
  queryKey: queryKeys.summary,
  queryFn: () => summary(connection).get(),
})

/** Addresses of the platform, which never change while it runs. */
export const platformQuery = queryOptions({
  queryKey: queryKeys.platform,
  queryFn: () => platform(connection).addresses(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Titles of the documentation, which change with an upgrade alone. */
export const documentationQuery = queryOptions({
  queryKey: queryKeys.documentation,
  queryFn: () => platform(connection).documentation(),
  staleTime: Number.POSITIVE_INFINITY,
})

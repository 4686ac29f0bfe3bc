import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'

/** What every loader gets from the router. */
export interface RouterContext {
  queryClient: QueryClient
}

/** The query of an address: plain strings, which each page reads by name. */
type PageSearch = Record<string, string | undefined>

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: (search: PageSearch): PageSearch => search,
})

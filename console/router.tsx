import { createRouter } from '@tanstack/react-router'
import { queryClient } from '#console/api/query-client.ts'
import { parseSearch, stringifySearch } from '#console/navigation/search-strings.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageError } from '#console/shell/page-error.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { Shell } from '#console/shell/shell.tsx'
import { rootRoute } from './routes/root-route.ts'
import { routeTree } from './routes/route-tree.ts'

// Here rather than with the route: the routes are loaded by Node as well, which draws nothing.
rootRoute.update({ component: Shell, notFoundComponent: NotFound })

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 40,
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

/** Links, parameters and navigation are checked against the routes everywhere. */
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { queryClient } from '#console/api/query-client.ts'
import { showToast } from '#console/components/overlays/toasts.ts'
import { registerPages } from '#console/navigation/known-pages.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageError } from '#console/shell/page-error.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { Shell } from '#console/shell/shell.tsx'
import { errorTexts } from '#console/texts/en/components.ts'
import { shellTexts } from '#console/texts/en/shell.ts'
import { loadPage } from './navigation/load-page.ts'
import { reloadStyles } from './navigation/reload-styles.ts'
import { parseSearch, stringifySearch } from './navigation/split-address.ts'
import { type PageEntry, pages } from './pages.ts'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** A server that was upgraded under an open page has other files. */
const pageOf = (entry: PageEntry) =>
  loadPage(entry.page, reloadStyles).catch((error: unknown) => {
    showToast({
      kind: 'wrong',
      text: shellTexts.updated,
      action: { label: errorTexts.reload, onSelect: () => location.reload() },
    })
    throw error
  })

/** A route whose page, and the data it begins with, are loaded when its link is hovered. */
function routeOf(entry: PageEntry, parent: () => typeof rootRoute): typeof rootRoute {
  const route = createRoute({
    getParentRoute: parent,
    path: entry.path,
    component: lazyRouteComponent(() => pageOf(entry), 'Page'),
    loader: ({ params }) => {
      loadPage(entry.page, reloadStyles).then(
        ({ load }) => load?.(queryClient, params as Record<string, string>),
        // The component tells.
        () => {},
      )
    },
  }) as unknown as typeof rootRoute
  if (entry.children)
    route.addChildren(entry.children.map((child) => routeOf(child, () => route)) as never)
  return route
}

registerPages(pages)

export const router = createRouter({
  routeTree: rootRoute.addChildren(
    pages.map((entry) => routeOf(entry, () => rootRoute)) as never,
  ) as unknown as AnyRoute,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 40,
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageError as never,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { showToast } from '#console/components/overlays/toasts.ts'
import { loadPage } from '#console/navigation/load-page.ts'
import { reloadStyles } from '#console/navigation/reload-styles.ts'
import { errorTexts } from '#console/texts/en/components.ts'
import { shellTexts } from '#console/texts/en/shell.ts'
import type { RouterContext } from './root-route.ts'

/** Imports the module of a page, which is a script of its own. */
type PageScript<Module> = () => Promise<Module>

/** `void` rather than the type of an element: that would depend on the routes, by the links of the page. */
type PageModule<Name extends string> = Readonly<Record<Name, () => void>>

/** Component of a route, fetched when a link to it is hovered. It is a page, or a layout with an `Outlet` for pages. */
export const lazyPage = <Name extends `${string}${'Page' | 'Layout'}`>(
  script: PageScript<PageModule<Name>>,
  name: Name,
): RouteComponent =>
  lazyRouteComponent(() => loadPage(script, reloadStyles).catch(reportMissing), name)

/** Starts to fetch what a page shows first, and the page; nobody waits for it. */
type PageLoader<Params> = (queryClient: QueryClient, params: Params) => void

/** Calls the loader of a page; does not compile unless the path of the route has the parameters that it takes. */
export function preload<Name extends `load${string}`, Params>(
  script: PageScript<Readonly<Record<Name, PageLoader<Params>>>>,
  name: Name,
  { context, params }: { context: RouterContext; params: NoInfer<Params> },
): void {
  loadPage(script, reloadStyles).then(
    (page) => page[name](context.queryClient, params),
    // The component reports it.
    () => {},
  )
}

/** A server that was upgraded under an open page has other files. */
function reportMissing(error: unknown): never {
  showToast({
    kind: 'wrong',
    text: shellTexts.updated,
    action: { label: errorTexts.reload, onSelect: () => location.reload() },
  })
  throw error
}

import { createRoute } from '@tanstack/react-router'
import { lazyPage, preload } from './lazy-page.ts'
import { ownerRoute } from './owner-route.ts'

const provider = () => import('#console/pages/provider/layout.tsx')

const layout = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/providers/$providerId',
  component: lazyPage(provider, 'ProviderLayout'),
  loader: (route) => preload(provider, 'loadProvider', route),
})

const tabs = [
  createRoute({
    getParentRoute: () => layout,
    path: '/',
    component: lazyPage(
      () => import('#console/pages/provider/overview.tsx'),
      'ProviderOverviewPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/plans',
    component: lazyPage(
      () => import('#console/pages/provider/plans/plans.tsx'),
      'ProviderPlansPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/manifest',
    component: lazyPage(
      () => import('#console/pages/provider/manifest/manifest.tsx'),
      'ProviderManifestPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/testers',
    component: lazyPage(() => import('#console/pages/provider/testers.tsx'), 'ProviderTestersPage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/calls',
    component: lazyPage(
      () => import('#console/pages/provider/calls/calls.tsx'),
      'ProviderCallsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/statements',
    component: lazyPage(
      () => import('#console/pages/provider/statements/statements.tsx'),
      'ProviderStatementsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/settings',
    component: lazyPage(
      () => import('#console/pages/provider/settings.tsx'),
      'ProviderSettingsPage',
    ),
  }),
] as const

/** A provider and its tabs. */
export const providerRoutes = layout.addChildren(tabs)

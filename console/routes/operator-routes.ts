import { createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root-route.ts'

const layout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator',
  component: lazyPage(() => import('#console/pages/operator/layout.tsx'), 'OperatorLayout'),
})

const pages = [
  createRoute({
    getParentRoute: () => layout,
    path: '/',
    component: lazyPage(() => import('#console/pages/operator/machine.tsx'), 'OperatorMachinePage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/organisations',
    component: lazyPage(
      () => import('#console/pages/operator/organisations.tsx'),
      'OperatorOrganisationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/providers',
    component: lazyPage(
      () => import('#console/pages/operator/providers.tsx'),
      'OperatorProvidersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/toolchains',
    component: lazyPage(
      () => import('#console/pages/operator/toolchains/toolchains.tsx'),
      'OperatorToolchainsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/git-hosts',
    component: lazyPage(
      () => import('#console/pages/operator/git-hosts/git-hosts.tsx'),
      'OperatorGitHostsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/settings',
    component: lazyPage(
      () => import('#console/pages/operator/settings.tsx'),
      'OperatorSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/backups',
    component: lazyPage(() => import('#console/pages/operator/backups.tsx'), 'OperatorBackupsPage'),
  }),
] as const

/** Pages for those who run the platform. */
export const operatorRoutes = layout.addChildren(pages)

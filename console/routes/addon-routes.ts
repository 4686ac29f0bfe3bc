import { createRoute } from '@tanstack/react-router'
import { lazyPage, preload } from './lazy-page.ts'
import { ownerRoute } from './owner-route.ts'

const addon = () => import('#console/pages/addon/layout.tsx')
const addonVariables = () => import('#console/pages/addon/variables.tsx')
const addonApplications = () => import('#console/pages/addon/applications.tsx')
const addonFiles = () => import('#console/pages/addon/files/files.tsx')
const addonPlan = () => import('#console/pages/addon/plan.tsx')
const addonBackups = () => import('#console/pages/addon/backups.tsx')

const layout = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/addons/$addonId',
  component: lazyPage(addon, 'AddonLayout'),
  loader: (route) => preload(addon, 'loadAddon', route),
})

const tabs = [
  createRoute({
    getParentRoute: () => layout,
    path: '/',
    component: lazyPage(() => import('#console/pages/addon/overview.tsx'), 'AddonOverviewPage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/variables',
    component: lazyPage(addonVariables, 'AddonVariablesPage'),
    loader: (route) => preload(addonVariables, 'loadAddonVariables', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/applications',
    component: lazyPage(addonApplications, 'AddonApplicationsPage'),
    loader: (route) => preload(addonApplications, 'loadAddonApplications', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/files',
    component: lazyPage(addonFiles, 'AddonFilesPage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/metrics',
    component: lazyPage(
      () => import('#console/pages/addon/metrics/metrics.tsx'),
      'AddonMetricsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/plan',
    component: lazyPage(addonPlan, 'AddonPlanPage'),
    loader: (route) => preload(addonPlan, 'loadAddonPlan', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/data',
    component: lazyPage(
      () => import('#console/pages/addon/contents/contents.tsx'),
      'AddonDataPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/backups',
    component: lazyPage(addonBackups, 'AddonBackupsPage'),
    loader: (route) => preload(addonBackups, 'loadAddonBackups', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/logs',
    component: lazyPage(() => import('#console/pages/addon/logs.tsx'), 'AddonLogsPage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/settings',
    component: lazyPage(() => import('#console/pages/addon/settings.tsx'), 'AddonSettingsPage'),
  }),
] as const

/** An add-on and its tabs. */
export const addonRoutes = layout.addChildren(tabs)

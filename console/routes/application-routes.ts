import { createRoute } from '@tanstack/react-router'
import { lazyPage, preload } from './lazy-page.ts'
import { ownerRoute } from './owner-route.ts'

const application = () => import('#console/pages/application/layout.tsx')
const applicationOverview = () => import('#console/pages/application/overview.tsx')
const applicationDeployments = () =>
  import('#console/pages/application/deployments/deployments.tsx')
const compareReleases = () => import('#console/pages/application/deployments/compare.tsx')
const deployment = () => import('#console/pages/application/deployments/deployment.tsx')
const applicationRepository = () => import('#console/pages/application/repository/repository.tsx')
const applicationPreviews = () => import('#console/pages/application/previews/previews.tsx')
const applicationLogs = () => import('#console/pages/application/logs/logs.tsx')
const applicationTerminal = () => import('#console/pages/application/terminal/terminal.tsx')
const applicationVariables = () => import('#console/pages/application/variables/variables.tsx')
const applicationDomains = () => import('#console/pages/application/domains/domains.tsx')
const applicationScaling = () => import('#console/pages/application/scaling/scaling.tsx')
const applicationLinks = () => import('#console/pages/application/links/links.tsx')
const applicationRuns = () => import('#console/pages/application/runs/runs.tsx')
const oneRun = () => import('#console/pages/application/runs/run.tsx')
const applicationCrons = () => import('#console/pages/application/crons/crons.tsx')
const applicationDrains = () => import('#console/pages/application/drains/drains.tsx')

const layout = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/applications/$applicationId',
  component: lazyPage(application, 'ApplicationLayout'),
  loader: (route) => preload(application, 'loadApplication', route),
})

const tabs = [
  createRoute({
    getParentRoute: () => layout,
    path: '/',
    component: lazyPage(applicationOverview, 'ApplicationOverviewPage'),
    loader: (route) => preload(applicationOverview, 'loadApplicationOverview', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/deployments',
    component: lazyPage(applicationDeployments, 'ApplicationDeploymentsPage'),
    loader: (route) => preload(applicationDeployments, 'loadApplicationDeployments', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/deployments/compare',
    component: lazyPage(compareReleases, 'CompareReleasesPage'),
    loader: (route) => preload(compareReleases, 'loadCompareReleases', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/deployments/$deploymentId',
    component: lazyPage(deployment, 'DeploymentPage'),
    loader: (route) => preload(deployment, 'loadDeployment', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/repository',
    component: lazyPage(applicationRepository, 'ApplicationRepositoryPage'),
    loader: (route) => preload(applicationRepository, 'loadApplicationRepository', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/previews',
    component: lazyPage(applicationPreviews, 'ApplicationPreviewsPage'),
    loader: (route) => preload(applicationPreviews, 'loadApplicationPreviews', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/logs',
    component: lazyPage(applicationLogs, 'ApplicationLogsPage'),
    loader: (route) => preload(applicationLogs, 'loadApplicationLogs', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/terminal',
    component: lazyPage(applicationTerminal, 'ApplicationTerminalPage'),
    loader: (route) => preload(applicationTerminal, 'loadApplicationTerminal', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/access-log',
    component: lazyPage(
      () => import('#console/pages/application/access-log/access-log.tsx'),
      'ApplicationAccessLogPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/variables',
    component: lazyPage(applicationVariables, 'ApplicationVariablesPage'),
    loader: (route) => preload(applicationVariables, 'loadApplicationVariables', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/domains',
    component: lazyPage(applicationDomains, 'ApplicationDomainsPage'),
    loader: (route) => preload(applicationDomains, 'loadApplicationDomains', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/scaling',
    component: lazyPage(applicationScaling, 'ApplicationScalingPage'),
    loader: (route) => preload(applicationScaling, 'loadApplicationScaling', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/links',
    component: lazyPage(applicationLinks, 'ApplicationLinksPage'),
    loader: (route) => preload(applicationLinks, 'loadApplicationLinks', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/settings',
    component: lazyPage(
      () => import('#console/pages/application/settings/settings.tsx'),
      'ApplicationSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/webhooks',
    component: lazyPage(
      () => import('#console/pages/webhooks/application.tsx'),
      'ApplicationWebhooksPage',
    ),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/crons',
    component: lazyPage(applicationCrons, 'ApplicationCronsPage'),
    loader: (route) => preload(applicationCrons, 'loadApplicationCrons', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/runs',
    component: lazyPage(applicationRuns, 'ApplicationRunsPage'),
    loader: (route) => preload(applicationRuns, 'loadApplicationRuns', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/runs/$runId',
    component: lazyPage(oneRun, 'RunPage'),
    loader: (route) => preload(oneRun, 'loadRun', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/drains',
    component: lazyPage(applicationDrains, 'ApplicationDrainsPage'),
    loader: (route) => preload(applicationDrains, 'loadApplicationDrains', route),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/metrics',
    component: lazyPage(
      () => import('#console/pages/metrics/metrics.tsx'),
      'ApplicationMetricsPage',
    ),
  }),
] as const

/** An application and its tabs. */
export const applicationRoutes = layout.addChildren(tabs)

import { createRoute } from '@tanstack/react-router'
import { lazyPage, preload } from './lazy-page.ts'
import { rootRoute } from './root-route.ts'

const createApplication = () => import('#console/pages/create/application/application.tsx')
const createConsumer = () => import('#console/pages/create/consumer.tsx')

const parent = createRoute({ getParentRoute: () => rootRoute, path: '/create' })

const pages = [
  createRoute({
    getParentRoute: () => parent,
    path: '/',
    component: lazyPage(() => import('#console/pages/create/create.tsx'), 'CreatePage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/application',
    component: lazyPage(createApplication, 'CreateApplicationPage'),
    loader: (route) => preload(createApplication, 'loadCreateApplication', route),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/application/$applicationId',
    component: lazyPage(
      () => import('#console/pages/create/application/push.tsx'),
      'FirstPushPage',
    ),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/addon',
    component: lazyPage(() => import('#console/pages/create/addon.tsx'), 'CreateAddonPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/organisation',
    component: lazyPage(
      () => import('#console/pages/create/organisation.tsx'),
      'CreateOrganisationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/provider',
    component: lazyPage(() => import('#console/pages/create/provider.tsx'), 'CreateProviderPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/consumer',
    component: lazyPage(createConsumer, 'CreateConsumerPage'),
    loader: (route) => preload(createConsumer, 'loadCreateConsumer', route),
  }),
] as const

/** Forms that create something. */
export const createRoutes = parent.addChildren(pages)

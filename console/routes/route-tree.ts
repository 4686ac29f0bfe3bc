import { createRoute } from '@tanstack/react-router'
import { accountRoutes } from './account-routes.ts'
import { createRoutes } from './create-routes.ts'
import { lazyPage } from './lazy-page.ts'
import { operatorRoutes } from './operator-routes.ts'
import { ownerRoutes } from './owner-routes.ts'
import { rootRoute } from './root-route.ts'

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyPage(() => import('#console/pages/home/home.tsx'), 'HomePage'),
})

/** All addresses of the console. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  operatorRoutes,
  accountRoutes,
  ownerRoutes,
  createRoutes,
])

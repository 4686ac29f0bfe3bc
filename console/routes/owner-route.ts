import { createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root-route.ts'

/** An organisation or the personal space; everything that belongs to it is below. */
export const ownerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/organisations/$ownerId',
  component: lazyPage(() => import('#console/pages/organisation/layout.tsx'), 'OrganisationLayout'),
})

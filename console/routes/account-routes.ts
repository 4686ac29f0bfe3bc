import { createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root-route.ts'

const parent = createRoute({ getParentRoute: () => rootRoute, path: '/account' })

const pages = [
  createRoute({
    getParentRoute: () => parent,
    path: '/',
    component: lazyPage(() => import('#console/pages/account/profile.tsx'), 'AccountProfilePage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/profile',
    component: lazyPage(() => import('#console/pages/account/profile.tsx'), 'AccountProfilePage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/emails',
    component: lazyPage(() => import('#console/pages/account/emails.tsx'), 'AccountEmailsPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/ssh-keys',
    component: lazyPage(() => import('#console/pages/account/ssh-keys.tsx'), 'AccountSshKeysPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/security',
    component: lazyPage(() => import('#console/pages/account/security.tsx'), 'AccountSecurityPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/sessions',
    component: lazyPage(() => import('#console/pages/account/sessions.tsx'), 'AccountSessionsPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/tokens',
    component: lazyPage(() => import('#console/pages/account/tokens.tsx'), 'AccountTokensPage'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: '/access',
    component: lazyPage(() => import('#console/pages/account/access.tsx'), 'AccountAccessPage'),
  }),
] as const

/** Pages about the user. */
export const accountRoutes = parent.addChildren(pages)

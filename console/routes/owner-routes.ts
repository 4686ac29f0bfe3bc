import { createRoute } from '@tanstack/react-router'
import { addonRoutes } from './addon-routes.ts'
import { applicationRoutes } from './application-routes.ts'
import { billingRoutes } from './billing-routes.ts'
import { lazyPage, preload } from './lazy-page.ts'
import { ownerRoute } from './owner-route.ts'
import { providerRoutes } from './provider-routes.ts'

const organisationOverview = () => import('#console/pages/organisation/overview.tsx')
const organisationWebhooks = () => import('#console/pages/webhooks/organisation.tsx')
const networkGroups = () => import('#console/pages/network-groups/network-groups.tsx')
const networkGroup = () => import('#console/pages/network-groups/network-group.tsx')
const marketplace = () => import('#console/pages/marketplace/marketplace.tsx')
const marketplaceOffer = () => import('#console/pages/marketplace/offer.tsx')
const providers = () => import('#console/pages/provider/providers.tsx')
const consumer = () => import('#console/pages/consumer/consumer.tsx')

const areas = [
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/',
    component: lazyPage(organisationOverview, 'OrganisationOverviewPage'),
    loader: (route) => preload(organisationOverview, 'loadOrganisationOverview', route),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/members',
    component: lazyPage(() => import('#console/pages/members/members.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/webhooks',
    component: lazyPage(organisationWebhooks, 'OrganisationWebhooksPage'),
    loader: (route) => preload(organisationWebhooks, 'loadOrganisationWebhooks', route),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/webhooks/$webhookId',
    component: lazyPage(() => import('#console/pages/webhooks/webhook.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/network-groups',
    component: lazyPage(networkGroups, 'NetworkGroupsPage'),
    loader: (route) => preload(networkGroups, 'loadNetworkGroups', route),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/network-groups/$groupId',
    component: lazyPage(networkGroup, 'NetworkGroupPage'),
    loader: (route) => preload(networkGroup, 'loadNetworkGroup', route),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/audit',
    component: lazyPage(() => import('#console/pages/audit/audit.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/settings',
    component: lazyPage(
      () => import('#console/pages/organisation-settings/settings.tsx'),
      'OrganisationSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/marketplace',
    component: lazyPage(marketplace, 'MarketplacePage'),
    loader: (route) => preload(marketplace, 'loadMarketplace', route),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/marketplace/$providerId',
    component: lazyPage(marketplaceOffer, 'MarketplaceOfferPage'),
    loader: (route) => preload(marketplaceOffer, 'loadMarketplaceOffer', route),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/providers',
    component: lazyPage(providers, 'ProvidersPage'),
    loader: (route) => preload(providers, 'loadProviders', route),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/consumers',
    component: lazyPage(() => import('#console/pages/consumer/consumers.tsx'), 'ConsumersPage'),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: '/consumers/$key',
    component: lazyPage(consumer, 'ConsumerPage'),
    loader: (route) => preload(consumer, 'loadConsumer', route),
  }),
] as const

/** Pages of an owner, with those of its applications, add-ons and providers. */
export const ownerRoutes = ownerRoute.addChildren([
  ...areas,
  billingRoutes,
  applicationRoutes,
  addonRoutes,
  providerRoutes,
])

import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** What a file of a page exports. */
export interface PageModule {
  Page: ComponentType
  /** Starts to load what the page shows first; is not waited for. */
  load?(queryClient: QueryClient, params: Record<string, string>): void
}

/** An address and the page at it. */
export interface PageEntry {
  path: string
  page(): Promise<PageModule>
  /** Pages inside of this one, which has an `Outlet` for them. */
  children?: readonly PageEntry[]
}

/** All addresses of the console. Parameters begin with `$`; pages are loaded when they are needed. */
export const pages: readonly PageEntry[] = [
  { path: '/', page: () => import('#console/pages/start/start.tsx') },
  {
    path: '/operator',
    page: () => import('#console/pages/operator/frame.tsx'),
    children: [
      { path: '/', page: () => import('#console/pages/operator/machine.tsx') },
      { path: '/organisations', page: () => import('#console/pages/operator/organisations.tsx') },
      { path: '/providers', page: () => import('#console/pages/operator/providers.tsx') },
      { path: '/settings', page: () => import('#console/pages/operator/settings.tsx') },
      { path: '/backups', page: () => import('#console/pages/operator/backups.tsx') },
    ],
  },
  { path: '/account', page: () => import('#console/pages/account/profile.tsx') },
  { path: '/account/profile', page: () => import('#console/pages/account/profile.tsx') },
  { path: '/account/emails', page: () => import('#console/pages/account/emails.tsx') },
  { path: '/account/ssh-keys', page: () => import('#console/pages/account/ssh-keys.tsx') },
  { path: '/account/security', page: () => import('#console/pages/account/security.tsx') },
  { path: '/account/sessions', page: () => import('#console/pages/account/sessions.tsx') },
  { path: '/account/tokens', page: () => import('#console/pages/account/tokens.tsx') },
  { path: '/account/access', page: () => import('#console/pages/account/access.tsx') },
  {
    path: '/organisations/$ownerId',
    page: () => import('#console/pages/organisation/frame.tsx'),
    children: [
      { path: '/', page: () => import('#console/pages/organisation/overview.tsx') },
      { path: '/members', page: () => import('#console/pages/members/members.tsx') },
      { path: '/webhooks', page: () => import('#console/pages/webhooks/organisation.tsx') },
      {
        path: '/webhooks/$webhookId',
        page: () => import('#console/pages/webhooks/webhook.tsx'),
      },
      {
        path: '/network-groups',
        page: () => import('#console/pages/network-groups/network-groups.tsx'),
      },
      {
        path: '/network-groups/$groupId',
        page: () => import('#console/pages/network-groups/network-group.tsx'),
      },
      { path: '/audit', page: () => import('#console/pages/audit/audit.tsx') },
      {
        path: '/settings',
        page: () => import('#console/pages/organisation-settings/settings.tsx'),
      },
      {
        path: '/billing',
        page: () => import('#console/pages/billing/frame.tsx'),
        children: [
          { path: '/', page: () => import('#console/pages/billing/usage.tsx') },
          { path: '/invoices', page: () => import('#console/pages/billing/invoices.tsx') },
          {
            path: '/invoices/$invoiceNumber',
            page: () => import('#console/pages/billing/invoice.tsx'),
          },
          { path: '/prices', page: () => import('#console/pages/billing/prices.tsx') },
          { path: '/account', page: () => import('#console/pages/billing/billing-account.tsx') },
        ],
      },
      {
        path: '/applications/$applicationId',
        page: () => import('#console/pages/application/frame.tsx'),
        children: [
          { path: '/', page: () => import('#console/pages/application/overview.tsx') },
          {
            path: '/deployments',
            page: () => import('#console/pages/application/deployments/list.tsx'),
          },
          {
            path: '/deployments/compare',
            page: () => import('#console/pages/application/deployments/compare.tsx'),
          },
          {
            path: '/deployments/$deploymentId',
            page: () => import('#console/pages/application/deployments/story.tsx'),
          },
          { path: '/logs', page: () => import('#console/pages/application/logs/logs.tsx') },
          {
            path: '/access-log',
            page: () => import('#console/pages/application/access-log/access-log.tsx'),
          },
          {
            path: '/variables',
            page: () => import('#console/pages/application/variables/page.tsx'),
          },
          { path: '/domains', page: () => import('#console/pages/application/domains/page.tsx') },
          { path: '/scaling', page: () => import('#console/pages/application/scaling/page.tsx') },
          { path: '/links', page: () => import('#console/pages/application/links/page.tsx') },
          {
            path: '/settings',
            page: () => import('#console/pages/application/settings/page.tsx'),
          },
          { path: '/webhooks', page: () => import('#console/pages/webhooks/application.tsx') },
          { path: '/drains', page: () => import('#console/pages/application/drains/page.tsx') },
          { path: '/metrics', page: () => import('#console/pages/metrics/metrics.tsx') },
        ],
      },
      {
        path: '/addons/$addonId',
        page: () => import('#console/pages/addon/frame.tsx'),
        children: [
          { path: '/', page: () => import('#console/pages/addon/overview.tsx') },
          { path: '/variables', page: () => import('#console/pages/addon/variables.tsx') },
          { path: '/applications', page: () => import('#console/pages/addon/applications.tsx') },
          { path: '/metrics', page: () => import('#console/pages/addon/metrics/metrics.tsx') },
          { path: '/plan', page: () => import('#console/pages/addon/plan.tsx') },
          { path: '/backups', page: () => import('#console/pages/addon/backups.tsx') },
          { path: '/logs', page: () => import('#console/pages/addon/logs.tsx') },
          { path: '/settings', page: () => import('#console/pages/addon/settings.tsx') },
        ],
      },
      { path: '/marketplace', page: () => import('#console/pages/marketplace/marketplace.tsx') },
      {
        path: '/marketplace/$providerId',
        page: () => import('#console/pages/marketplace/offer.tsx'),
      },
      { path: '/providers', page: () => import('#console/pages/provider/providers.tsx') },
      {
        path: '/providers/$providerId',
        page: () => import('#console/pages/provider/frame.tsx'),
        children: [
          { path: '/', page: () => import('#console/pages/provider/overview.tsx') },
          { path: '/plans', page: () => import('#console/pages/provider/plans/page.tsx') },
          { path: '/manifest', page: () => import('#console/pages/provider/manifest/page.tsx') },
          { path: '/testers', page: () => import('#console/pages/provider/testers.tsx') },
          { path: '/calls', page: () => import('#console/pages/provider/calls/page.tsx') },
          {
            path: '/statements',
            page: () => import('#console/pages/provider/statements/page.tsx'),
          },
          { path: '/settings', page: () => import('#console/pages/provider/settings.tsx') },
        ],
      },
      { path: '/consumers', page: () => import('#console/pages/consumer/consumers.tsx') },
      { path: '/consumers/$key', page: () => import('#console/pages/consumer/consumer.tsx') },
    ],
  },
  { path: '/create', page: () => import('#console/pages/create/create.tsx') },
  {
    path: '/create/application',
    page: () => import('#console/pages/create/application/application.tsx'),
  },
  {
    path: '/create/application/$applicationId',
    page: () => import('#console/pages/create/application/push.tsx'),
  },
  { path: '/create/addon', page: () => import('#console/pages/create/addon.tsx') },
  { path: '/create/organisation', page: () => import('#console/pages/create/organisation.tsx') },
  { path: '/create/provider', page: () => import('#console/pages/create/provider.tsx') },
  { path: '/create/consumer', page: () => import('#console/pages/create/consumer.tsx') },
]

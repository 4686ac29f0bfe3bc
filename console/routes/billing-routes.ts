import { createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import { ownerRoute } from './owner-route.ts'

const layout = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/billing',
  component: lazyPage(() => import('#console/pages/billing/layout.tsx'), 'BillingLayout'),
})

const pages = [
  createRoute({
    getParentRoute: () => layout,
    path: '/',
    component: lazyPage(() => import('#console/pages/billing/usage.tsx'), 'BillingUsagePage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/invoices',
    component: lazyPage(() => import('#console/pages/billing/invoices.tsx'), 'BillingInvoicesPage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/invoices/$invoiceNumber',
    component: lazyPage(() => import('#console/pages/billing/invoice.tsx'), 'BillingInvoicePage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/prices',
    component: lazyPage(() => import('#console/pages/billing/prices.tsx'), 'PricesPage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/account',
    component: lazyPage(
      () => import('#console/pages/billing/billing-account.tsx'),
      'BillingAccountPage',
    ),
  }),
] as const

/** Usage, invoices and prices of an owner. */
export const billingRoutes = layout.addChildren(pages)

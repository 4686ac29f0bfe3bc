import { newSecret } from '#kit/text/ids.ts'
import { setAlerts } from '#platform/billing/alerts/set-alerts.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import type { Period } from '#platform/model/billing/period.ts'
import { monthName, monthOf } from '#platform/model/billing/period.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { testInvoice } from '#tests/support/billing/test-invoice.ts'

const v4 = '/v4/billing/organisations/:ownerId'
const v2 = '/v2/organisations/:ownerId'
const statements = `${v4}/providers/:providerId/statements`

/** An unpaid invoice of the scene's organisation, or of the caller below `/v2/self/`. */
export const invoiceOf = ({ setup, organisationId }: Scene): Promise<Invoice> =>
  setup.platform.store.invoices.add(testInvoice(organisationId))

const ofInvoice = async (scene: Scene) => ({ params: { number: (await invoiceOf(scene)).number } })

const before = (time: number): Period => monthOf(monthOf(time).from - 1)

/** A month that is over. */
export const ofMonth = ({ setup: { platform } }: Scene) => ({
  params: { month: monthName(before(platform.clock())) },
})

/** Invoices, usage, credits and prices. */
export const billingEntries: Entries = {
  [`GET ${v4}/invoices`]: { status: 200 },
  [`GET ${v4}/invoices/unpaid`]: { status: 200 },
  [`GET ${v4}/invoices/:number`]: { status: 200, arrange: ofInvoice },
  [`GET ${v4}/invoices/:number.pdf`]: { status: 200, arrange: ofInvoice },
  [`GET ${v4}/invoices/:number.html`]: { status: 200, arrange: ofInvoice },
  [`GET ${v4}/invoices/:number.csv`]: { status: 200, arrange: ofInvoice },
  [`GET ${v4}/:number.pdf`]: { status: 200, arrange: ofInvoice },
  [`GET ${v4}/:number.html`]: { status: 200, arrange: ofInvoice },
  [`GET ${v4}/account`]: { status: 200 },
  [`PUT ${v4}/account`]: {
    status: 200,
    arrange: () => ({ body: { customer_cost_center: newSecret(8) } }),
  },
  [`GET ${v4}/credits/summary`]: { status: 200 },
  [`GET ${v4}/usage`]: { status: 200 },
  'GET /v4/berth/organisations/:ownerId/applications/:applicationId/cost': { status: 200 },
  'GET /v4/berth/organisations/:ownerId/addons/:addonId/cost': { status: 200 },
  [`GET ${v4}/alerts`]: {
    status: 200,
    async arrange({ setup: { platform }, organisationId }) {
      const alert = { amount: '5', basis: 'spent', byEmail: true, webhook: '' } as const
      await setAlerts(platform, organisationId, [alert])
      return {}
    },
  },
  [`PUT ${v4}/alerts`]: { status: 200, arrange: () => ({ body: [{ amount: '50' }] }) },
  [`GET ${v4}/price-system`]: { status: 200, arrange: () => ({ query: { zone_id: 'par' } }) },
  'GET /v4/billing/price-system': {
    status: 200,
    arrange: () => ({ query: { zone_id: 'PAR', currency: 'EUR' } }),
  },
  [`GET ${v4}/payments/methods`]: { status: 200 },
  [`GET ${statements}`]: { status: 200 },
  [`GET ${statements}/:month`]: { status: 200, arrange: ofMonth },
  [`GET ${statements}/:month.csv`]: { status: 200, arrange: ofMonth },
  [`GET ${statements}/:month.pdf`]: { status: 200, arrange: ofMonth },

  [`GET ${v2}/payments/billings`]: { status: 200 },
  [`GET ${v2}/payments/billings/unpaid`]: { status: 200 },
  [`GET ${v2}/payments/billings/:number`]: { status: 200, arrange: ofInvoice },
  // With a token it is public, and this one is wrong for everybody.
  [`GET ${v2}/payments/billings/:number.pdf`]: {
    status: 403,
    arrange: async (scene) => ({ ...(await ofInvoice(scene)), query: { token: 'wrong' } }),
  },
  [`GET ${v2}/payments/methods`]: { status: 200 },
  // There are none; the 404 comes after the caller was authorised.
  [`GET ${v2}/payments/methods/default`]: { status: 404 },
  [`GET ${v2}/payments/recurring`]: { status: 404 },
  [`GET ${v2}/payments/monthlyinvoice`]: { status: 404 },
  [`GET ${v2}/payments/fullprice/:price`]: {
    status: 200,
    arrange: () => ({ params: { price: '1250' } }),
  },
  [`GET ${v2}/credits`]: { status: 200 },
  [`GET ${v2}/consumptions`]: { status: 200, arrange: () => ({ query: { for: 'day' } }) },
  [`POST ${v2}/addons/preorders`]: {
    status: 200,
    arrange: ({ provider }) => ({ body: { providerId: provider.id, region: 'eu' } }),
  },
}

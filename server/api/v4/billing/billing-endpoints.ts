import type { Endpoint } from '#api/http/endpoint.ts'
import { getBillingAccount, putBillingAccount } from './account.ts'
import { getAddonCost, getApplicationCost } from './costs/costs.ts'
import { getCredits } from './credits.ts'
import * as invoices from './invoices.ts'
import { getPriceSystem, getPriceSystemOf } from './price-system.ts'
import * as statements from './statements.ts'
import * as usage from './usage.ts'

/** What owners, their accountants and providers see of billing. */
export const billingEndpoints: readonly Endpoint[] = [
  invoices.listInvoices,
  invoices.listUnpaidInvoices,
  invoices.getInvoice,
  invoices.getInvoicePdf,
  invoices.getInvoiceHtml,
  invoices.getInvoiceCsv,
  invoices.getInvoicePdfShort,
  invoices.getInvoiceHtmlShort,
  getBillingAccount,
  putBillingAccount,
  getCredits,
  getPriceSystem,
  getPriceSystemOf,
  usage.getUsage,
  getApplicationCost,
  getAddonCost,
  usage.listAlerts,
  usage.putAlerts,
  statements.listStatements,
  statements.getStatement,
  statements.getStatementCsv,
  statements.getStatementPdf,
]

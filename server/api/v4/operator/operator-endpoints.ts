import type { Endpoint } from '#api/http/endpoint.ts'
import * as consumptions from './consumptions.ts'
import * as invoices from './invoices.ts'
import * as owners from './owners.ts'
import * as prices from './prices.ts'
import * as statements from './statements.ts'

/** What only operators of this platform do: our own endpoints, which the public API has no paths for. */
export const operatorEndpoints: readonly Endpoint[] = [
  prices.listPriceLists,
  prices.postPriceList,
  prices.getPriceList,
  prices.deletePriceList,
  invoices.listAllInvoices,
  invoices.postInvoiceRun,
  invoices.listHeldInvoices,
  invoices.getAnyInvoice,
  invoices.getAnyInvoicePdf,
  invoices.getAnyInvoiceHtml,
  invoices.postPaid,
  invoices.putInvoiceStatus,
  invoices.postCreditNote,
  consumptions.listHeldConsumptions,
  consumptions.putConsumption,
  owners.listSuspendedOwners,
  owners.getOwnerAccount,
  owners.putSuspension,
  owners.postCredit,
  statements.listAllStatements,
  statements.getAnyStatement,
  statements.getAnyStatementCsv,
  statements.getAnyStatementPdf,
]

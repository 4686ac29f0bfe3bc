import type { Platform } from '#platform/billing/platform.ts'
import { permitOwner } from '#platform/identity/access/permit.ts'
import type { InvoicePage } from '#platform/model/billing/billing-store.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { isInvoiceNumber } from '#platform/model/billing/invoices/invoice-number.ts'
import { unpaidStates } from '#platform/model/billing/invoices/invoice-states.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

type Context = Pick<Platform, 'store'>

/** Invoices and credit notes of an owner, newest first, for administrators and accountants. */
export async function listInvoices(
  platform: Context,
  caller: Caller,
  ownerId: OwnerId,
  page: InvoicePage = {},
): Promise<Invoice[]> {
  await permitOwner(platform, caller, 'bill', ownerId)
  return platform.store.invoices.listOf(ownerId, page)
}

/** Invoices that are not paid yet, oldest first. */
export async function listUnpaidInvoices(
  platform: Context,
  caller: Caller,
  ownerId: OwnerId,
): Promise<Invoice[]> {
  await permitOwner(platform, caller, 'bill', ownerId)
  return platform.store.invoices.listInState(unpaidStates, ownerId)
}

/** An invoice of this owner; the number of another owner's is reported like one that does not exist. */
export async function findInvoice(
  platform: Context,
  caller: Caller,
  ownerId: OwnerId,
  number: string,
): Promise<Invoice> {
  await permitOwner(platform, caller, 'bill', ownerId)
  const invoice = isInvoiceNumber(number) ? await platform.store.invoices.find(number) : undefined
  if (invoice?.ownerId === ownerId) return invoice
  throw missingInvoice(number)
}

/** An invoice of any owner, for the operator. */
export async function getInvoice({ store }: Context, number: string): Promise<Invoice> {
  const invoice = isInvoiceNumber(number) ? await store.invoices.find(number) : undefined
  if (invoice) return invoice
  throw missingInvoice(number)
}

const missingInvoice = (number: string) =>
  new Refusal('missing', `There is no invoice ${JSON.stringify(number.slice(0, 40))}.`)

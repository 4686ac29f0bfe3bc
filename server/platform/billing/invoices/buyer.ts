import {
  type BillingAccount,
  type LastAddress,
  newBillingAccount,
} from '#platform/model/billing/billing-account.ts'
import type { BillingAddress, Seller } from '#platform/model/billing/invoices/invoice.ts'
import { unpaidStates } from '#platform/model/billing/invoices/invoice-states.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

export const accountOf = async (store: Store, ownerId: OwnerId): Promise<BillingAccount> =>
  (await store.billingAccounts.find(ownerId)) ?? newBillingAccount(ownerId)

/** The address that an owner is invoiced at; of an owner that was deleted, the last one. */
export async function buyerOf(
  store: Store,
  { ownerId, costCentre, purchaseOrder, lastAddress }: BillingAccount,
): Promise<BillingAddress | undefined> {
  if (isPersonalSpace(ownerId)) {
    const user = await store.users.find(ownerId)
    if (!user) return addressIn(lastAddress)
    const { address, city, zipcode, country } = user.profile
    const place = { address, city, zipcode, country, costCentre, purchaseOrder }
    return { name: user.name, company: '', vatNumber: '', ...place }
  }
  const organisation = await store.organisations.find(ownerId)
  if (!organisation) return addressIn(lastAddress)
  const { customerFullName, company, address, city, zipcode, country, vat } = organisation.details
  return {
    name: customerFullName || organisation.name,
    company,
    address,
    city,
    zipcode,
    country,
    vatNumber: vat,
    costCentre,
    purchaseOrder,
  }
}

function addressIn(last: LastAddress | null): BillingAddress | undefined {
  if (!last) return undefined
  const { emails: _, ...address } = last
  return address
}

const requiredFields = {
  address: 'the address',
  city: 'the city',
  country: 'the country',
} as const satisfies Partial<Record<keyof BillingAddress, string>>

/** What is missing for an invoice, in words. */
export const missingOf = (buyer: BillingAddress | undefined): string[] =>
  Object.entries(requiredFields).flatMap(([field, words]) =>
    buyer?.[field as keyof typeof requiredFields].trim() ? [] : [words],
  )

/** Settings that are missing for an invoice. */
export const missingSettings = ({ name, address, country }: Seller): string[] => [
  ...(name ? [] : ['BERTH_BILLING_NAME']),
  ...(address.length > 0 ? [] : ['BERTH_BILLING_ADDRESS']),
  ...(country ? [] : ['BERTH_BILLING_COUNTRY']),
]

/** Addresses for mail about invoices: administrators, accountants and the billing address; also of a deleted owner. */
export async function billingEmails(store: Store, ownerId: OwnerId): Promise<string[]> {
  if (isPersonalSpace(ownerId)) {
    const user = await store.users.find(ownerId)
    return user ? [user.email] : lastEmails(store, ownerId)
  }
  const organisation = await store.organisations.find(ownerId)
  if (!organisation) return lastEmails(store, ownerId)
  const members = await store.members.listOf(ownerId)
  const responsible = members.filter(
    ({ member: { role } }) => role === 'ADMIN' || role === 'ACCOUNTING',
  )
  const { billingEmail } = organisation.details
  const all = [
    ...(billingEmail ? [billingEmail] : []),
    ...responsible.map(({ user }) => user.email),
  ]
  return [...new Set(all)]
}

const lastEmails = async (store: Store, ownerId: OwnerId): Promise<string[]> => [
  ...((await store.billingAccounts.find(ownerId))?.lastAddress?.emails ?? []),
]

/** See `Buyers`. */
export async function rememberBuyer(store: Store, ownerId: OwnerId): Promise<void> {
  const account = await accountOf(store, ownerId)
  const open = { from: account.closedUntil, until: Number.MAX_SAFE_INTEGER }
  const hasUse = (await store.usage.listOf(ownerId, open)).length > 0
  const isHeld = (await store.heldInvoices.listOf(ownerId)).length > 0
  const charges = await store.consumptions.listOf(ownerId, { from: open.from, to: open.until })
  const unpaid = await store.invoices.listInState(unpaidStates, ownerId)
  if (!hasUse && !isHeld && charges.length === 0 && unpaid.length === 0) return
  const buyer = await buyerOf(store, account)
  const emails = await billingEmails(store, ownerId)
  const lastAddress = buyer ? { ...buyer, emails } : null
  await store.billingAccounts.put({ ...account, lastAddress })
}

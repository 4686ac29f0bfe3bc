import { accountOf, billingEmails } from '#platform/billing/invoices/buyer.ts'
import type { Platform } from '#platform/billing/platform.ts'
import { recordSuspension } from '#platform/events/billing-events.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { BillingAccount, SuspensionDecision } from '#platform/model/billing/billing-account.ts'
import type { HeldInvoice } from '#platform/model/billing/invoices/invoice.ts'
import { unpaidStates } from '#platform/model/billing/invoices/invoice-states.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { suspendedSentence } from './refuse-suspended.ts'

export type SuspensionContext = Pick<
  Platform,
  'store' | 'clock' | 'policies' | 'queue' | 'suspensions' | 'mailWorker'
>

/**
 * Whether a month has been held so long for its address that its invoice would be overdue: who gives no address would
 * otherwise never have to pay.
 */
function isHeldTooLong(
  { clock, policies: { billing } }: Pick<Platform, 'clock' | 'policies'>,
  { reason, heldAt }: HeldInvoice,
): boolean {
  const { paymentTerm, suspendAfter = Number.POSITIVE_INFINITY } = billing
  return reason === 'address' && heldAt + paymentTerm + suspendAfter <= clock()
}

/**
 * Whether the applications of an owner are to be stopped: by the operator's decision, else by an overdue invoice or one
 * that lacks its address.
 */
async function isToBeSuspended(
  platform: Pick<Platform, 'clock' | 'policies'>,
  store: Store,
  { ownerId, suspension }: BillingAccount,
): Promise<boolean> {
  const { clock, policies } = platform
  if (suspension !== 'automatic') return suspension === 'suspended'
  const { suspendAfter } = policies.billing
  if (suspendAfter === undefined) return false
  const unpaid = await store.invoices.listInState(unpaidStates, ownerId)
  if (unpaid.some(({ dueAt }) => dueAt + suspendAfter <= clock())) return true
  const held = await store.heldInvoices.listOf(ownerId)
  return held.some((month) => isHeldTooLong(platform, month))
}

/** Suspends owners whose invoices are overdue for too long, and ends suspensions without a reason. */
export async function updateSuspensions(platform: SuspensionContext): Promise<void> {
  const { store, clock, policies } = platform
  const { suspendAfter } = policies.billing
  if (suspendAfter !== undefined) {
    const late = await store.invoices.listDue(unpaidStates, clock() - suspendAfter)
    const held = (await store.heldInvoices.list()).filter((month) => isHeldTooLong(platform, month))
    for (const ownerId of new Set([...late, ...held].map((one) => one.ownerId))) {
      await suspendOwner(platform, ownerId)
    }
  }
  for (const { ownerId } of await store.billingAccounts.listSuspended()) {
    await returnIfPaid(platform, ownerId)
  }
}

/**
 * Stops the applications of an owner. What they want stays, so that they return as they were; nothing is deleted. After
 * a crash, recovery stops what still runs.
 */
export async function suspendOwner(platform: SuspensionContext, ownerId: OwnerId): Promise<void> {
  const isNew = await platform.store.transaction(async (store) => {
    const account = await accountOf(store, ownerId)
    if (account.suspendedAt !== null || account.suspension === 'exempt') return false
    await store.billingAccounts.put({ ...account, suspendedAt: platform.clock() })
    await store.applications.setSuspended(ownerId, true)
    await recordSuspension(store, ownerId, 'OWNER_SUSPENDED', platform.clock())
    for (const to of await billingEmails(store, ownerId)) {
      await post({ ...platform, store }, 'owner-suspended', to, { ownerId })
    }
    return true
  })
  if (!isNew) return
  for (const { id } of await platform.store.applications.listOf(ownerId)) {
    platform.queue.interrupt(id, suspendedSentence)
    platform.suspensions.settle(id)
  }
}

/** Starts the applications of a suspended owner again, unless an invoice is still overdue for too long. */
export async function returnIfPaid(platform: SuspensionContext, ownerId: OwnerId): Promise<void> {
  const isBack = await platform.store.transaction(async (store) => {
    const account = await accountOf(store, ownerId)
    if (account.suspendedAt === null) return false
    if (await isToBeSuspended(platform, store, account)) return false
    await store.billingAccounts.put({ ...account, suspendedAt: null })
    await store.applications.setSuspended(ownerId, false)
    await recordSuspension(store, ownerId, 'OWNER_RESTORED', platform.clock())
    for (const to of await billingEmails(store, ownerId)) {
      await post({ ...platform, store }, 'owner-restored', to, { ownerId })
    }
    return true
  })
  if (!isBack) return
  for (const { id } of await platform.store.applications.listOf(ownerId))
    platform.suspensions.settle(id)
}

/** The operator decides: stopped or running whatever is paid, or by due dates again. */
export async function decideSuspension(
  platform: SuspensionContext,
  ownerId: OwnerId,
  suspension: SuspensionDecision,
): Promise<BillingAccount> {
  const isDue = await platform.store.transaction(async (store) => {
    const account = { ...(await accountOf(store, ownerId)), suspension }
    await store.billingAccounts.put(account)
    return isToBeSuspended(platform, store, account)
  })
  await (isDue ? suspendOwner : returnIfPaid)(platform, ownerId)
  return accountOf(platform.store, ownerId)
}

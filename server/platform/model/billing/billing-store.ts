import type {
  ConsumptionId,
  InvoiceNumber,
  OwnerId,
  PlanId,
  PriceListId,
  UsageId,
} from '#platform/model/ids.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import type { BillingAccount } from './billing-account.ts'
import type { CreditMovement } from './invoices/credit.ts'
import type { HeldInvoice, Invoice, InvoiceStatus } from './invoices/invoice.ts'
import type { Period } from './period.ts'
import type { PriceList } from './price-list.ts'
import type { UsageInterval, UsageKind } from './usage-interval.ts'

export interface Usage {
  add(interval: UsageInterval): Promise<void>
  /** The open interval of a meter. */
  findOpen(meterId: string): Promise<UsageInterval | undefined>
  /** The latest interval of a meter, open or not. */
  findLast(meterId: string): Promise<UsageInterval | undefined>
  /** Ends an open interval; no effect on one that has ended. */
  close(id: UsageId, until: number): Promise<void>
  listOpen(kinds: readonly UsageKind[]): Promise<UsageInterval[]>
  listOpenOfPlan(planId: PlanId): Promise<UsageInterval[]>
  /** Intervals of an owner that overlap the period, open ones included, oldest first. */
  listOf(ownerId: OwnerId, period: Period): Promise<UsageInterval[]>
  /** Those of every owner for what one provider offers. */
  listOfProvider(providerId: string, period: Period): Promise<UsageInterval[]>
  /** Owners with use in the period. */
  ownersIn(period: Period): Promise<OwnerId[]>
}

export interface Consumptions {
  add(consumption: Consumption): Promise<void>
  find(id: ConsumptionId): Promise<Consumption | undefined>
  listOf(ownerId: OwnerId, period: { from: number; to: number }): Promise<Consumption[]>
  listHeld(): Promise<Consumption[]>
  /** Compare-and-set from `held`: `false`, without a write, when it was decided already. */
  decide(id: ConsumptionId, state: 'accepted' | 'rejected'): Promise<boolean>
  /** Owners with consumptions in the period. */
  ownersIn(period: Period): Promise<OwnerId[]>
}

export interface PriceLists {
  /** Returns `false`, without a write, when another list is valid from the same time. */
  add(list: PriceList): Promise<boolean>
  find(id: PriceListId): Promise<PriceList | undefined>
  /** Sorted by the date from which they apply. */
  list(): Promise<PriceList[]>
  remove(id: PriceListId): Promise<void>
}

export interface InvoicePage {
  /** Earliest date of issue. */
  since?: number | undefined
  /** Issued before this date. */
  until?: number | undefined
  limit?: number | undefined
}

/** What may change after the issue. */
export type InvoiceChange = Partial<Pick<Invoice, 'status' | 'paidAt' | 'payment'>>

/** What is read of many invoices at once. */
export type DueInvoice = Pick<Invoice, 'number' | 'ownerId' | 'dueAt'>

export interface Invoices {
  /**
   * Adds the invoice with the next number of the sequence. In a transaction that is rolled back the number is not used
   * up, so that the sequence has no gaps. Throws when an automatic invoice of the owner and month exists.
   */
  add(invoice: Omit<Invoice, 'number'>): Promise<Invoice>
  find(number: InvoiceNumber): Promise<Invoice | undefined>
  /** The automatic invoice of an owner's month. */
  findOfPeriod(ownerId: OwnerId, period: Period): Promise<Invoice | undefined>
  /** Newest first. */
  listOf(ownerId: OwnerId, page: InvoicePage): Promise<Invoice[]>
  /** Newest first, of all owners; those of one state, or behind a number. */
  listAll(
    page: InvoicePage & { after?: InvoiceNumber; status?: InvoiceStatus | undefined },
  ): Promise<Invoice[]>
  /** Invoices of all owners for a month, and credit notes that were issued in it, newest first, behind a number. */
  listOfMonth(
    month: Period,
    page: { after?: InvoiceNumber | undefined; limit: number },
  ): Promise<Invoice[]>
  /** Invoices of an owner, not credit notes, in one of these states, oldest first. */
  listInState(statuses: readonly InvoiceStatus[], ownerId: OwnerId): Promise<Invoice[]>
  /** Those of all owners that were due by a time, oldest first. */
  listDue(statuses: readonly InvoiceStatus[], dueAt: number): Promise<DueInvoice[]>
  /** Credit notes of an invoice, oldest first. */
  listCorrections(number: InvoiceNumber): Promise<Invoice[]>
  /** Compare-and-set: `false`, without a write, unless the invoice is in one of these states. */
  change(
    number: InvoiceNumber,
    from: readonly InvoiceStatus[],
    change: InvoiceChange,
  ): Promise<boolean>
}

export interface HeldInvoices {
  /** Inserts, or replaces the one of the same owner and month. */
  put(held: HeldInvoice): Promise<void>
  list(): Promise<HeldInvoice[]>
  listOf(ownerId: OwnerId): Promise<HeldInvoice[]>
  remove(ownerId: OwnerId, period: Period): Promise<void>
}

/** A reminder that was sent for an unpaid invoice. */
export interface Reminder {
  number: InvoiceNumber
  sentAt: number
}

export interface Reminders {
  add(reminder: Reminder): Promise<void>
  /** Oldest first. */
  listOf(number: InvoiceNumber): Promise<Reminder[]>
}

export interface Credits {
  add(movement: CreditMovement): Promise<void>
  /** Oldest first. */
  listOf(ownerId: OwnerId): Promise<CreditMovement[]>
}

export interface BillingAccounts {
  find(ownerId: OwnerId): Promise<BillingAccount | undefined>
  /** Inserts or replaces. */
  put(account: BillingAccount): Promise<void>
  listSuspended(): Promise<BillingAccount[]>
}

/** Times that billing remembers: when the platform was last seen alive, until when all months are invoiced. */
export type BillingTime = 'alive' | 'invoiced-until'

export interface BillingTimes {
  get(name: BillingTime): Promise<number | undefined>
  set(name: BillingTime, time: number): Promise<void>
}

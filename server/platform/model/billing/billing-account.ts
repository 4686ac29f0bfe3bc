import type { OwnerId } from '#platform/model/ids.ts'
import type { BillingAddress } from './invoices/invoice.ts'

export const suspensionDecisions = ['automatic', 'suspended', 'exempt'] as const
/** `automatic` by due dates; `suspended` or `exempt` by the operator, whatever is paid. */
export type SuspensionDecision = (typeof suspensionDecisions)[number]

/** Address of an owner that was deleted, and who gets mail about its last invoices. */
export interface LastAddress extends BillingAddress {
  readonly emails: readonly string[]
}

/** What billing knows of an owner beyond their details. */
export interface BillingAccount {
  readonly ownerId: OwnerId
  /** Use before this time is final: its months were invoiced, held or found free. 0 at first. */
  readonly closedUntil: number
  /** When the applications were stopped for an unpaid invoice, or `null`. */
  readonly suspendedAt: number | null
  /** Whether due dates decide about suspension, or the operator has. */
  readonly suspension: SuspensionDecision
  readonly costCentre: string
  readonly purchaseOrder: string
  /** Of an owner that was deleted while something was to be invoiced or paid. */
  readonly lastAddress: LastAddress | null
}

export const newBillingAccount = (ownerId: OwnerId): BillingAccount => ({
  ownerId,
  closedUntil: 0,
  suspendedAt: null,
  suspension: 'automatic',
  costCentre: '',
  purchaseOrder: '',
  lastAddress: null,
})

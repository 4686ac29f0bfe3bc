import type { CreditId, InvoiceNumber, OwnerId } from '#platform/model/ids.ts'

/** A movement of an owner's prepaid credit; the balance is the sum of all. */
export interface CreditMovement {
  readonly id: CreditId
  readonly ownerId: OwnerId
  /** Negative when used. */
  readonly amount: string
  readonly currency: string
  readonly reason: string
  /** Invoice that used it, or credit note that gave it back. */
  readonly invoiceNumber: InvoiceNumber | null
  readonly createdAt: number
}

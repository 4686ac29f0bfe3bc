import type { OwnerId } from '#platform/model/ids.ts'

/** What is compared with the amount: what was spent so far, or what the month is expected to cost. */
export const alertBases = ['spent', 'forecast'] as const
export type AlertBasis = (typeof alertBases)[number]

/** Tells an owner when the costs of a month reach an amount. */
export interface SpendingAlert {
  readonly ownerId: OwnerId
  /** Without tax, in the currency of the prices; a decimal as text. */
  readonly amount: string
  readonly basis: AlertBasis
  /** Whether administrators, accountants and the billing address get an e-mail. */
  readonly byEmail: boolean
  /** Address that gets a POST; empty for none. May contain a secret, so it is encrypted at rest. */
  readonly webhook: string
}

/** An alert that was given in a month: one for each alert and month. */
export interface SpendingNotice {
  readonly ownerId: OwnerId
  /** Such as `2026-11`. */
  readonly month: string
  readonly amount: string
  readonly basis: AlertBasis
  /** Costs when it was given. */
  readonly reached: string
  readonly currency: string
  readonly createdAt: number
  /** Webhook that is still to be called; `null` once it has answered, was given up, or when there is none. */
  readonly webhook: string | null
  /** Earliest time of the next call. */
  readonly dueAt: number
  readonly attempts: number
}

import type { ApplicationId } from '#platform/model/ids.ts'

/** How many calls of a repository's host are listed, by webhook. */
export interface DeliveryLimits {
  /** Counts a signed call; `false` beyond the limit, where it is neither read nor listed. */
  takeSigned(applicationId: ApplicationId): boolean
  /** Counts one that is refused; `false` beyond the limit, where it is not listed. */
  takeRefused(applicationId: ApplicationId): boolean
}

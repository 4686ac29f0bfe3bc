import type { ApplicationId } from '#platform/model/ids.ts'

/** Applications of owners who are suspended, or are no longer. */
export interface Suspensions {
  /** Starts or stops an application under its lock, as its record says then. */
  settle(applicationId: ApplicationId): void
}

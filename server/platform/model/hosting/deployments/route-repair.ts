import type { ApplicationId } from '#platform/model/ids.ts'

/**
 * Sends routes again that the router did not confirm, until it does. They need not be stored: a server that starts sends
 * the router all routes.
 */
export interface RouteRepair {
  /** Notes that the router may have another route of an application than the store. */
  add(applicationId: ApplicationId, error: unknown): void
  begin(): void
  /** Waits for the last attempt to end. */
  close(): Promise<void>
}

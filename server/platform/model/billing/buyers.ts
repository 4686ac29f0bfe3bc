import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/** Who is invoiced. */
export interface Buyers {
  /**
   * Keeps the addresses of an owner that is being deleted for the invoices to come and those that are not paid. Call it
   * in that transaction.
   */
  remember(store: Store, ownerId: OwnerId): Promise<void>
}

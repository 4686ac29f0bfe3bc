import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/** Why applications restart. */
export interface RestartReason {
  /** Shown in the activity and the log of each application. */
  cause: string
  /** Counts for the quota of the application's owner; one beyond it is skipped, which the application's log explains. */
  isByOwner?: boolean
  /** A promoted release, too, is built again, with the tools of now. */
  isBuilt?: boolean
}

/** Restarts of running applications that need new variables. */
export interface Restarts {
  /** Queues them inside a transaction; the caller wakes the queue for the returned ones after the commit. */
  enqueue(
    store: Store,
    applicationIds: readonly ApplicationId[],
    reason: RestartReason,
  ): Promise<ApplicationId[]>
}

import type { ApplicationId } from '#platform/model/ids.ts'

/** `awake` also for an application that did not sleep, or was stopped or deleted meanwhile. */
export type WakeResult = 'awake' | 'failed'

/** Wakes sleeping applications for their visitors. */
export interface Waker {
  /** Resolves once an instance serves, or the application could not be started. Calls for the same application share one start. */
  wake(applicationId: ApplicationId): Promise<WakeResult>
}

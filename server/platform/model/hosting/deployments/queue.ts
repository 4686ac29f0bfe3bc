import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'

export type Work = (signal: AbortSignal) => Promise<void>

/**
 * Runs deployments one at a time per application, with worker slots shared fairly among accounts. Queued deployments are in
 * the store, not in memory.
 */
export interface Queue {
  /** Starts the queue; until then everything waits. */
  begin(): void
  /** Looks in the store for work of this application. */
  wake(applicationId: ApplicationId): void
  /** Like `wake`, unless the application works or waits already. */
  notice(applicationId: ApplicationId): void
  /**
   * Runs this under the application's lock before any deployment; retried until it succeeds. Urgent work, for which a visitor
   * waits, does not wait for a worker slot.
   */
  first(applicationId: ApplicationId, work: Work, options?: { isUrgent?: boolean }): void
  /** Releases the worker slot of the application's current work, which from now on only waits. */
  releaseSlot(applicationId: ApplicationId): void
  /** Whether work of the application runs or waits. */
  isBusy(applicationId: ApplicationId): boolean
  /** Whether the deployment is being worked on, even after it went live. */
  isRunning(deploymentId: DeploymentId): boolean
  /** Interrupts the deployment if it is running; `false` when it is not. */
  cancel(deploymentId: DeploymentId, why: string): boolean
  /** Interrupts all work of the application, including a deployment that is already live. */
  interrupt(applicationId: ApplicationId, why: string): void
  /** Interrupts all work of an application that another server has taken over; that one resumes it. */
  abandon(applicationId: ApplicationId): void
  /** Resolves once no work of this application is running. */
  idle(applicationId: ApplicationId): Promise<void>
  /** Interrupts everything; resumed at the next start. */
  close(): Promise<void>
}

import type { DueTime } from '#platform/model/events/due-time.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import type { CommitState } from './git-host-client.ts'

/** A status that the host of a connected repository has yet to get: one for each commit of an application, the newest. */
export interface QueuedStatus {
  applicationId: ApplicationId
  commit: string
  deploymentId: DeploymentId
  state: CommitState
  description: string
  /** Sequence number of the event that it comes from, by which a newer one is told apart while this one is sent. */
  eventId: number
  queuedAt: number
  dueAt: number
  attempts: number
}

export interface QueuedStatuses {
  /** Adds it, or takes the place of the one of the same commit. */
  put(status: QueuedStatus): Promise<void>
  /** Those that are due, the longest due first. */
  listDue(due: DueTime): Promise<QueuedStatus[]>
  /** The oldest one of an application that is due. */
  findDue(applicationId: ApplicationId, due: DueTime): Promise<QueuedStatus | undefined>
  /** When the next one is due. */
  nextDue(): Promise<number | undefined>
  /** Later, after an attempt that failed; no effect once a newer one has taken its place. */
  postpone(status: QueuedStatus, dueAt: number): Promise<void>
  /** No effect once a newer one has taken its place. */
  remove(status: QueuedStatus): Promise<void>
}

import type { OwnerId } from '#platform/model/ids.ts'
import type { ProgressEvent } from './event.ts'

/** Wakes followers when their owners have new events: one query per write, however many followers there are. */
export interface EventHub {
  subscribe(ownerIds: readonly OwnerId[]): EventSubscription
  /** Tells the present followers of its owner. */
  publish(progress: ProgressEvent): void
}

export interface EventSubscription extends Disposable {
  /** Replaces the owners. */
  setOwners(ownerIds: readonly OwnerId[]): void
  /** Resolves when there may be new events since the last call, at the latest after the timeout, or when aborted. */
  next(timeout: number, signal: AbortSignal): Promise<void>
  /** Progress since the last call. */
  takeProgress(): ProgressEvent[]
}

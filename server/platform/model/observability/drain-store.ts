import type { DrainId, LogSourceId, OwnerId } from '#platform/model/ids.ts'
import type { Drain } from './drain.ts'

export type DrainChange = Partial<
  Omit<Drain, 'id' | 'ownerId' | 'resourceId' | 'kind' | 'recipient' | 'createdAt'>
>

/** An enabled drain, without its recipient. */
export interface EnabledDrain
  extends Pick<
    Drain,
    'id' | 'ownerId' | 'resourceId' | 'kind' | 'position' | 'attempts' | 'dueAt'
  > {
  /** Quota account of its owner. */
  accountId: OwnerId
}

export interface Drains {
  add(drain: Drain): Promise<void>
  find(id: DrainId): Promise<Drain | undefined>
  /** Oldest first. */
  listOf(resourceId: LogSourceId): Promise<Drain[]>
  /** Those of all owners, the one that was not tried for the longest time first. */
  listEnabled(): Promise<EnabledDrain[]>
  change(id: DrainId, change: DrainChange): Promise<void>
  remove(id: DrainId): Promise<void>
}

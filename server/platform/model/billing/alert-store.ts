import type { DueTime } from '#platform/model/events/due-time.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { SpendingAlert, SpendingNotice } from './spending-alert.ts'

export interface SpendingAlerts {
  /** Lowest amount first. */
  listOf(ownerId: OwnerId): Promise<SpendingAlert[]>
  /** Replaces all alerts of an owner. */
  replace(ownerId: OwnerId, alerts: readonly SpendingAlert[]): Promise<void>
  /** Owners with alerts. */
  owners(): Promise<OwnerId[]>
}

/** Names a notice. */
export type NoticeKey = Pick<SpendingNotice, 'ownerId' | 'month' | 'amount' | 'basis'>

export interface SpendingNotices {
  /** Returns `false`, without a write, when the alert was given in this month already. */
  add(notice: SpendingNotice): Promise<boolean>
  listOf(ownerId: OwnerId, month: string): Promise<SpendingNotice[]>
  /** Those whose webhook is to be called by now, the longest due first. */
  listDue(due: DueTime, maxCount: number): Promise<SpendingNotice[]>
  change(
    key: NoticeKey,
    change: Partial<Pick<SpendingNotice, 'webhook' | 'dueAt' | 'attempts'>>,
  ): Promise<void>
}

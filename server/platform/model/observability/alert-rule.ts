import type { EmailHookId, OwnerId, WebhookId } from '#platform/model/ids.ts'
import type { AlertCondition, AlertKindName } from '#protocol/alerts.ts'
import type { MeasuredId } from './sample.ts'

export type AlertRuleId = `alert_${string}`
/** Who gets the messages of an alert. */
export type AlertTarget = WebhookId | EmailHookId

/** A threshold of an application or add-on, or of all of an owner. */
export interface AlertRule extends AlertCondition {
  readonly id: AlertRuleId
  readonly ownerId: OwnerId
  /** Empty for all applications or add-ons of the owner. */
  readonly resourceId: MeasuredId | ''
  readonly kind: AlertKindName
  /** Only these hooks get its messages; `null` for those whose filters want them. */
  readonly targets: readonly AlertTarget[] | null
  readonly createdAt: number
}

/** A rule whose threshold an application or add-on has crossed. */
export interface ActiveAlert {
  readonly ruleId: AlertRuleId
  readonly resourceId: MeasuredId
  readonly since: number
  /** The figure when it began. */
  readonly value: number
}

export type AlertRuleChange = Pick<AlertRule, 'threshold' | 'minutes' | 'targets'>

export interface AlertRules {
  add(rule: AlertRule): Promise<void>
  find(id: AlertRuleId): Promise<AlertRule | undefined>
  /** Oldest first. */
  listOf(ownerId: OwnerId): Promise<AlertRule[]>
  /** Of all owners, those of one owner together. */
  listAll(): Promise<AlertRule[]>
  change(id: AlertRuleId, change: AlertRuleChange): Promise<void>
  /** Removes it with what is active of it; `false` when it was not there. */
  remove(id: AlertRuleId): Promise<boolean>
  removeOf(ownerId: OwnerId): Promise<void>
}

export interface ActiveAlerts {
  /** Returns `false`, without a write, when it is active already: of several servers one begins it. */
  add(alert: ActiveAlert): Promise<boolean>
  listOf(ruleIds: readonly AlertRuleId[]): Promise<ActiveAlert[]>
  /** Returns `false` when it was not active. */
  remove(ruleId: AlertRuleId, resourceId: MeasuredId): Promise<boolean>
}

/** The parts of the store about alerts. */
export interface AlertNouns {
  readonly alertRules: AlertRules
  readonly activeAlerts: ActiveAlerts
}

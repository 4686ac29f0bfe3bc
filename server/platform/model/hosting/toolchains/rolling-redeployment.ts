import type { ApplicationId, DeploymentId, UserId } from '#platform/model/ids.ts'

export type RollingRedeploymentId = `redeployment_${string}`

/** `failed`: as many applications have failed as may, so no further one begins. */
export const redeploymentStates = ['running', 'done', 'stopped', 'failed'] as const
export type RedeploymentState = (typeof redeploymentStates)[number]

/** Applications that run on outdated tools, deployed again a few at a time. */
export interface RollingRedeployment {
  id: RollingRedeploymentId
  state: RedeploymentState
  /** Applications that are deployed at a time. */
  concurrency: number
  /** Failures after which no further application begins. */
  maxFailures: number
  createdBy: UserId
  createdAt: number
  endedAt: number | null
}

/**
 *   unplanned   nobody has looked yet what a deployment would get
 *   waiting     a deployment would get another tool
 *   skipped     it would not, or the application does not run any more
 *   deploying   its deployment was queued
 *   live        the new version serves
 *   failed      it does not; the version before still does
 */
export const redeploymentItemStates = [
  'unplanned',
  'waiting',
  'skipped',
  'deploying',
  'live',
  'failed',
] as const
export type RedeploymentItemState = (typeof redeploymentItemStates)[number]

/** One application of a rolling redeployment. */
export interface RedeploymentItem {
  redeploymentId: RollingRedeploymentId
  applicationId: ApplicationId
  /** Place in the order, from 1. */
  number: number
  state: RedeploymentItemState
  deploymentId: DeploymentId | null
  startedAt: number | null
  endedAt: number | null
  /** Why it was skipped or has failed. */
  reason: string | null
}

export type RedeploymentItemChange = Partial<
  Pick<RedeploymentItem, 'deploymentId' | 'startedAt' | 'endedAt' | 'reason'>
>

/** The newest rolling redeployment, which is the only one that is kept. */
export interface RollingRedeployments {
  /** Replaces the one before. */
  replace(redeployment: RollingRedeployment, ids: readonly ApplicationId[]): Promise<void>
  find(): Promise<RollingRedeployment | undefined>
  /** Compare-and-set from `running`: `false`, without a write, when it has ended. */
  end(
    id: RollingRedeploymentId,
    state: Exclude<RedeploymentState, 'running'>,
    date: number,
  ): Promise<boolean>
  /** Number of applications in each state that has any. */
  countItems(id: RollingRedeploymentId): Promise<Map<RedeploymentItemState, number>>
  /** Those that have ended, in the order of their end, then the others in their order. */
  listItems(
    id: RollingRedeploymentId,
    page: { limit?: number; offset?: number; states?: readonly RedeploymentItemState[] },
  ): Promise<RedeploymentItem[]>
  /** Compare-and-set of the state: `false`, without a write, when it is no longer `from`. */
  enterItem(
    item: Pick<RedeploymentItem, 'redeploymentId' | 'applicationId'>,
    states: { from: RedeploymentItemState; to: RedeploymentItemState },
    change?: RedeploymentItemChange,
  ): Promise<boolean>
}

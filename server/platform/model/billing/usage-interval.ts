import type { AddonId, ApplicationId, OwnerId, PlanId, UsageId } from '#platform/model/ids.ts'

const usageKinds = ['runtime', 'build', 'addon'] as const
/** A running instance, a build, or a provisioned add-on. */
export type UsageKind = (typeof usageKinds)[number]

/** What is being used. Names are copied, because usage outlives what was used. */
export interface UsageSubject {
  readonly kind: UsageKind
  readonly ownerId: OwnerId
  /** The application or the add-on. */
  readonly resourceId: ApplicationId | AddonId
  readonly resourceName: string
  /** What runs: an instance's id, a build's deployment, the add-on. Its intervals never overlap. */
  readonly meterId: string
  /** Size of the instance or build, or slug of the plan. */
  readonly flavorOrPlan: string
  readonly zone: string
  readonly providerId: string | null
  readonly planId: PlanId | null
  /** The plan's price per month in euros when the interval began, as an exact decimal; a change splits the interval. */
  readonly planPrice: string | null
  /** The application whose preview used it. */
  readonly previewOf: ApplicationId | null
}

/** One uninterrupted use of something, [from, until). */
export interface UsageInterval extends UsageSubject {
  readonly id: UsageId
  readonly from: number
  /** `null` while it lasts. Never before `from`. */
  readonly until: number | null
}

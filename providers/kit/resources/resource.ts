/**
 * How far a resource is: ordered and being made, made but not yet told to the platform (only when the order was answered
 * at once and completed later), ready, given up, deleted.
 */
export type ResourceState = 'pending' | 'untold' | 'ready' | 'failed' | 'deleted'

/** One thing that a customer has ordered. */
export interface Resource {
  /** What we call it, in addresses and in single sign-on. */
  id: string
  /** What the platform calls it; the same one never makes a second resource. */
  addonId: string
  ownerId: string
  ownerName: string
  /** Who ordered it. */
  userId: string
  /** The slug of its plan. */
  plan: string
  /** What the customer chose besides the plan. */
  options: Record<string, string>
  /** Where the platform tells more about it, once the order is answered. */
  callbackUrl: string
  /** The password for sending its logs. */
  logToken: string
  state: ResourceState
  suspended: boolean
  /** The values of its variables; empty until it is ready. */
  config: Record<string, string>
  /** What the customer was told when it was made. */
  message: string
}

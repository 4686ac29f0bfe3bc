/**
 * State of a resource: ordered and being provisioned; provisioned but not yet reported to the platform (only for orders
 * answered with 202); ready; failed; deleted.
 */
export type ResourceState = 'pending' | 'untold' | 'ready' | 'failed' | 'deleted'

/** A resource ordered by a customer. */
export interface Resource {
  /** Our id, in URLs and in single sign-on. */
  id: string
  /** The platform's id; the same one never makes a second resource. */
  addonId: string
  ownerId: string
  ownerName: string
  /** The ordering user. */
  userId: string
  /** Slug of its plan. */
  plan: string
  /** Options of the customer besides the plan. */
  options: Record<string, string>
  /** URL of the platform for details, once the order is answered. */
  callbackUrl: string
  /** Password for sending its logs. */
  logToken: string
  state: ResourceState
  suspended: boolean
  /** Values of its variables; empty until it is ready. */
  config: Record<string, string>
  /** Message to the customer after provisioning. */
  message: string
}

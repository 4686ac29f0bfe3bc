import type { AddonReference, DeliveryId } from '#platform/model/ids.ts'
export const deliveryDirections = ['to partner', 'from partner'] as const

/** One call between a provider and us, with secrets redacted. */
export interface Delivery {
  id: DeliveryId
  providerId: string
  /** Add-on of the call, if any. */
  addonId: AddonReference | null
  direction: (typeof deliveryDirections)[number]
  /** Purpose: `provision`, `deprovision`, `change-plan`, `configure`, … */
  purpose: string
  method: string
  url: string
  /** `null` without a response. */
  status: number | null
  /** In milliseconds. */
  duration: number
  /** Request and response bodies, truncated and redacted. */
  request: string
  answer: string
  /** One sentence for the provider about a problem, or empty. */
  trouble: string
  createdAt: number
}

import type { AddonReference, DeliveryId } from '#platform/ids.ts'
/** One call between a provider and us, with nothing in it that is secret. */
export interface Delivery {
  id: DeliveryId
  providerId: string
  /** The add-on that it was about, if it was about one. */
  addonId: AddonReference | null
  direction: 'to partner' | 'from partner'
  /** What it was for: `provision`, `deprovision`, `change-plan`, `configure`, … */
  purpose: string
  method: string
  url: string
  /** Null when there was no answer. */
  status: number | null
  /** In milliseconds. */
  duration: number
  /** What was sent and what came back, shortened, secrets blotted out. */
  request: string
  answer: string
  /** One sentence for the provider about what was wrong, or empty. */
  trouble: string
  createdAt: number
}

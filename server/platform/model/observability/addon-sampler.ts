import type { Worker } from '#kit/concurrency/worker.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'

/** Asks providers once a minute what each add-on uses, and stores the answers as samples. */
export interface AddonSampler extends Worker {
  /** Asks for one that was not asked in the last minute; resolves once the answer is stored, and throws what the provider refused with. */
  sample(addon: Addon): Promise<void>
}

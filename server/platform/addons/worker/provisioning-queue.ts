import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { AddonId } from '#platform/ids.ts'

/** The queue of what add-ons wait for from their providers; it survives a restart. */
export interface ProvisioningQueue {
  /** Begins to work, with what a server before has left open; until then everything waits. */
  begin(): void
  /** Something is due sooner than it knew. */
  wake(): void
  /** One at a time, by add-on, asks the provider about it. */
  inTurn: KeyedMutex
  /** The same without waiting for it; what nobody foresaw is reported, and what a restart cuts off is taken up when it is due. */
  startInTurn(addonId: AddonId, act: () => Promise<unknown>): void
  /** Aborted when the server ends: answers are not waited for any longer. */
  readonly closing: AbortSignal
  /** Leaves what is not done yet to the next start. */
  close(): Promise<void>
}

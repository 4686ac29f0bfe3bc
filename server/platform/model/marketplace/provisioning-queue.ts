import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { AddonId } from '#platform/model/ids.ts'

/** The queue of what add-ons wait for from their providers; it survives a restart. */
export interface ProvisioningQueue {
  /** Starts the worker, with the work left over from the previous process. */
  begin(): void
  /** Re-reads the due dates, because something is due sooner. */
  wake(): void
  /** Mutex per add-on for provider calls. */
  withLock: KeyedMutex
  /** Runs in the background under the mutex; bugs are reported, and work cut off by a restart is resumed when due. */
  startWithLock(addonId: AddonId, act: () => Promise<unknown>): void
  /** Aborted at shutdown: responses are not waited for any longer. */
  readonly closing: AbortSignal
  /** Stops the worker; unfinished work is resumed at the next start. */
  close(): Promise<void>
}

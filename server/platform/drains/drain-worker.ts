import type { Worker } from '#kit/concurrency/worker.ts'
import type { DrainId } from '#platform/ids.ts'
import type { DeliveryRate } from './delivery-rates.ts'
import type { Drain } from './drain.ts'
import type { SendResult } from './drain-sender.ts'

/** Sends logs to their drains in the background. */
export interface DrainWorker extends Worker {
  /** Sends a test line to the recipient of a drain. */
  check(drain: Drain): Promise<SendResult>
  rateOf(id: DrainId): DeliveryRate
  /** Lines that wait for a drain, counted up to 10,000. */
  backlogOf(drain: Drain): Promise<number>
}

import type { Worker } from '#kit/concurrency/worker.ts'
import type { DrainId } from '#platform/model/ids.ts'
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

/** What a drain has sent per second in the last minute. */
export interface DeliveryRate {
  messages: number
  bytes: number
}

import type { Worker } from '#kit/concurrency/worker.ts'
import type { Platform as EventsPlatform } from '#platform/events/platform.ts'
import type { PaymentProvider } from '#platform/model/billing/payment-provider.ts'
import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { Queue } from '#platform/model/hosting/deployments/queue.ts'
import type { Suspensions } from '#platform/model/hosting/deployments/suspensions.ts'
import type { Placement } from '#platform/model/hosting/placement/placement.ts'

/** The platform as billing knows it: what the wings before it get, and parts of its own. */
export interface Platform extends EventsPlatform {
  paymentProvider: PaymentProvider
  /** Meters, invoices, reminds and suspends in the background. */
  billingWorker: Worker
  /** Stops and starts the applications of suspended owners. */
  suspensions: Suspensions
  // Of hosting: what runs, and where, is metered; deployments of suspended owners are interrupted.
  engine: Pick<Engine, 'isRunning'>
  placement: Pick<Placement, 'remoteServerOf'>
  queue: Pick<Queue, 'interrupt'>
}

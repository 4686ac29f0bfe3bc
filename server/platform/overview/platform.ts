import type { Worker } from '#kit/concurrency/worker.ts'
import type { Platform as HostingPlatform } from '#platform/hosting/platform.ts'
import type { Operation } from '#platform/model/operation.ts'

/** The platform as the overview knows it: what the wings before it get, and parts of its own. */
export interface Platform extends HostingPlatform {
  /** What operators see of the machine and do with it. */
  operation: Operation
  /** Mails the operators what is outdated. */
  weeklyReportWorker: Worker
  /** Compares figures with the thresholds of their owners in the background. */
  alertWorker: Worker
}

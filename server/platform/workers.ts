import type { Worker } from '#kit/concurrency/worker.ts'
import type { Platform } from './platform.ts'

/** What runs in the background from `begin` to `close`, whether it has begun or not. */
export type BackgroundWorker = Pick<Worker, 'begin' | 'close'>

type WorkerName = {
  [Name in keyof Platform]-?: Platform[Name] extends BackgroundWorker ? Name : never
}[keyof Platform]

/**
 * Which workers are closed before the listeners and which after them:
 *
 *   after    requests wake them, up to the last one
 *   before   they call providers; a request that waits for one would keep the listeners open
 */
type Closing = 'after listeners' | 'before listeners'

/** Every worker, in order of start. They are closed in reverse; a member of the platform that is missing here does not compile. */
const closings: Readonly<Record<WorkerName, Closing>> = {
  queue: 'after listeners',
  expectedInstances: 'after listeners',
  mailWorker: 'after listeners',
  liveness: 'after listeners',
  billingWorker: 'after listeners',
  webhookWorker: 'after listeners',
  drainWorker: 'after listeners',
  metrics: 'after listeners',
  certificateWorker: 'after listeners',
  cronWorker: 'after listeners',
  repositoryWorker: 'after listeners',
  statusWorker: 'after listeners',
  pullRequestWorker: 'after listeners',
  commentWorker: 'after listeners',
  runs: 'after listeners',
  autoscaler: 'after listeners',
  reconciler: 'after listeners',
  sleepWorker: 'after listeners',
  networkGroupWorker: 'after listeners',
  routeRepair: 'after listeners',
  placementWorker: 'after listeners',
  toolchainWorker: 'after listeners',
  redeploymentWorker: 'after listeners',
  weeklyReportWorker: 'after listeners',
  alertWorker: 'after listeners',
  // Those below call providers through it, and it refuses calls once it is closed.
  provisioningQueue: 'before listeners',
  backupCopier: 'before listeners',
  previewWorker: 'before listeners',
  addonSampler: 'before listeners',
}

const names = Object.keys(closings) as WorkerName[]

/** All workers in order of start, or those that are closed at one time. */
export const workersOf = (
  platform: Pick<Platform, WorkerName>,
  closing?: Closing,
): readonly BackgroundWorker[] =>
  names
    .filter((name) => closing === undefined || closings[name] === closing)
    .map((name) => platform[name])

import type { Platform as BillingPlatform } from '#platform/billing/platform.ts'
import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { Queue } from '#platform/model/hosting/deployments/queue.ts'
import type { Restarts } from '#platform/model/hosting/deployments/restarts.ts'
import type { Placement } from '#platform/model/hosting/placement/placement.ts'
import type { BackupCopier } from '#platform/model/marketplace/backup-copy.ts'
import type { PortVariables } from '#platform/model/marketplace/port-access.ts'
import type { ProvisioningQueue } from '#platform/model/marketplace/provisioning-queue.ts'
import type { ObjectStore } from '#platform/model/object-store.ts'
import type { LogBook } from '#platform/model/observability/log-book.ts'

/** The platform as the marketplace knows it: what the wings before it get, and parts of its own. */
export interface Platform extends BillingPlatform {
  provisioningQueue: ProvisioningQueue
  portVariables: PortVariables
  /** Files that survive this machine; absent when they stay in the data folder. */
  objects?: ObjectStore | undefined
  /** Copies back-ups of add-ons to the object store in the background. */
  backupCopier: BackupCopier
  /** Restarts applications that need new variables. */
  restarts: Restarts
  // Of hosting: linked applications reach the ports of add-ons, and restart with their variables.
  engine: Pick<Engine, 'isRunning' | 'allowEgress'>
  placement: Pick<Placement, 'remoteServerOf' | 'isLocal'>
  queue: Pick<Queue, 'interrupt' | 'wake'>
  // Of observability: add-ons have a log.
  logs: Pick<LogBook, 'append' | 'forget'>
}

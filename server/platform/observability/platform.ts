import type { Platform as MarketplacePlatform } from '#platform/marketplace/platform.ts'
import type { Placement } from '#platform/model/hosting/placement/placement.ts'
import type { AddonSampler } from '#platform/model/observability/addon-sampler.ts'
import type { DrainSender } from '#platform/model/observability/drain-sender.ts'
import type { DrainWorker } from '#platform/model/observability/drain-worker.ts'
import type { LogBook } from '#platform/model/observability/log-book.ts'
import type { Metrics } from '#platform/model/observability/metrics.ts'
import type { PlatformCounters } from '#platform/model/observability/platform-counters.ts'

/** The platform as observability knows it: what the wings before it get, and parts of its own. */
export interface Platform extends MarketplacePlatform {
  logs: LogBook
  /** Requests of visitors, one line each. */
  accessLogs: LogBook
  metrics: Metrics
  counters: PlatformCounters
  /** Asks providers in the background what add-ons use. */
  addonSampler: AddonSampler
  /** Sends what drains deliver. */
  drainSender: DrainSender
  /** Sends logs to their drains in the background. */
  drainWorker: DrainWorker
  // Of hosting: logs are sent, and add-ons asked, by the server that they are assigned to.
  placement: Pick<Placement, 'remoteServerOf' | 'isLocal' | 'remoteIds'>
}

import { backoff } from '#kit/concurrency/backoff.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { RouteRepair } from '#platform/model/hosting/deployments/route-repair.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { removeRoute, reroute } from './routes.ts'

/** Visitors are led wrongly meanwhile, so that the pauses stay short. */
const pauses = { first: 500, max: 30_000 }

export interface RouteRepairOptions {
  /** Lazily, because the platform has the worker as a part. */
  platform: () => Platform
  log: (line: string) => void
  onBug: (error: unknown) => void
}

export function createRouteRepair({ platform, log, onBug }: RouteRepairOptions): RouteRepair {
  const pending = new Set<ApplicationId>()
  let failures = 0
  let isRepairing = false
  const worker = createWorker({
    onError: onBug,
    async run(signal) {
      isRepairing = true
      try {
        for (const id of [...pending]) {
          if (signal.aborted) return undefined
          pending.delete(id)
          await repair(platform(), id)
          failures = 0
        }
      } catch {
        // It is noted again, behind the others.
        failures += 1
      } finally {
        isRepairing = false
      }
      return pending.size === 0 ? undefined : backoff(Math.max(0, failures - 1), pauses)
    },
  })
  return {
    add(applicationId, error) {
      if (!pending.has(applicationId) && !isRepairing) {
        log(`The router did not confirm the route of ${applicationId}; it is sent again: ${error}`)
      }
      pending.add(applicationId)
      // A failed attempt must not start the next at once.
      if (!isRepairing) worker.wake()
    },
    begin: () => worker.begin(),
    close: () => worker.close(),
  }
}

/** Sends the route that the store has now. */
async function repair(platform: Platform, id: ApplicationId): Promise<void> {
  const application = await platform.store.applications.find(id)
  if (application && application.wanted !== 'gone') await reroute(platform, id)
  else await removeRoute(platform, id)
}

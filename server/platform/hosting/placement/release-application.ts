import { reroute } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/**
 * Ends all work for an application that another server has taken over, because this one had no heartbeat for too long.
 * What this server still tries meanwhile is refused: by the store, whose claim is lost, and by the cluster, where the
 * instances are the other server's.
 */
export async function releaseApplication(platform: Platform, id: ApplicationId): Promise<void> {
  const { queue, supervision, engine } = platform
  queue.abandon(id)
  supervision.leave(id)
  await queue.idle(id)
  await engine.cluster?.leave(id)
  await reroute(platform, id)
}

import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { RouteUpstream } from '#platform/model/hosting/deployments/traffic.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'

/**
 * The upstream of a sleeping application: a listener of the server that holds requests, wakes the application, and passes
 * them on. It is counted as an instance with the UUID of the application.
 */
export const activatorOf = (applicationId: ApplicationId, address: Address): RouteUpstream => ({
  instanceId: applicationId.slice('app_'.length) as InstanceId,
  address,
})

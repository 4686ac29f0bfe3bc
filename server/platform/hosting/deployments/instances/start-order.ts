import { instanceEnvironment } from '#platform/hosting/applications/gather-environment.ts'
import { findVolumes } from '#platform/hosting/deployments/recipe/find-volumes.ts'
import { providedVariables } from '#platform/hosting/deployments/recipe/provided-variables.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import { portsFor } from '#platform/marketplace/addons/links/network-access.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Limits, StartOrder } from '#platform/model/hosting/deployments/engine.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { withMemoryOption } from '#platform/model/hosting/recipe/program-options.ts'
import type { InstanceId } from '#platform/model/ids.ts'

interface StartOrderRequest extends Pick<StartOrder, 'say' | 'signal'> {
  application: Application
  release: Release
  instance: { id: InstanceId; number: number }
  limits: Limits
}

/** What the engine needs to start an instance of a release, with the volumes and the add-ons that it reaches now. */
export async function startOrderOf(
  platform: Pick<Platform, 'store' | 'engine' | 'portVariables'>,
  { application, release, instance, limits, say, signal }: StartOrderRequest,
): Promise<StartOrder> {
  const { store } = platform
  const { artifact, environment, recipe } = release
  const provided = await providedVariables(
    store,
    application.id,
    recipe.provided ?? {},
    environment,
  )
  const own = instanceEnvironment({ ...environment, ...provided }, instance, application.name)
  return {
    instanceId: instance.id,
    applicationId: application.id,
    ownerId: await quotaAccountOf(store, application.ownerId),
    applicationNumber: application.number,
    artifact,
    environment: withMemoryOption(own, recipe.memoryOption, limits.memoryMegabytes),
    recipe,
    limits,
    say,
    signal,
    volumes: await findVolumes(platform, application.id, environment),
    reaches: await portsFor(platform, application.id),
  }
}

import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** The stored route of an application of another server. */
export interface RemoteRoute {
  /** All that the route is made from, as a text to compare. */
  source: string
  /** Instances that it no longer leads to, and that the other server stops once they have no requests. */
  stopping: Instance[]
}

/** Routes of all applications of other servers: a few queries for all of them. */
export async function remoteRoutes(platform: Platform): Promise<Map<ApplicationId, RemoteRoute>> {
  const { store } = platform
  const remote = await platform.placement.remoteIds()
  const applications = (await store.applications.listAll()).filter(({ id }) => remote.has(id))
  const parts = new Map<string, unknown[]>(
    applications.map((each) => [each.id, [settingsOf(each)]]),
  )
  const stopping = new Map<string, Instance[]>(applications.map(({ id }) => [id, []]))
  for (const { applicationId, id, action, state } of await store.deployments.listUnfinished()) {
    if (state !== 'queued') parts.get(applicationId)?.push([id, action, state === 'probation'])
  }
  for (const instance of await store.instances.listAll()) {
    const { applicationId, id, state, deploymentId, started } = instance
    parts.get(applicationId)?.push([id, state, deploymentId, started?.address])
    if (state === 'stopping') stopping.get(applicationId)?.push(instance)
  }
  for (const { applicationId, maintenance, basicAuth } of await store.visitorRules.listAll()) {
    parts.get(applicationId)?.push([maintenance, basicAuth])
  }
  for (const { applicationId, host, path } of await store.domains.listAll()) {
    parts.get(applicationId)?.push([host, path])
  }
  return new Map(
    applications.map(({ id }) => [
      id,
      { source: JSON.stringify(parts.get(id)), stopping: stopping.get(id) ?? [] },
    ]),
  )
}

const settingsOf = ({
  wanted,
  suspended,
  asleepSince,
  liveDeploymentId,
  forceHttps,
  stickySessions,
}: Application) => [wanted, suspended, asleepSince, liveDeploymentId, forceHttps, stickySessions]

import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { InstanceId } from '#platform/model/ids.ts'

/** Instances of the applications that are not assigned to other servers. */
export async function localInstances({
  store,
  placement,
}: Pick<Platform, 'store' | 'placement'>): Promise<Instance[]> {
  const remote = await placement.remoteIds()
  const all = await store.instances.listAll()
  return all.filter(({ applicationId }) => !remote.has(applicationId))
}

/** Tells the engine which instances another server works with. */
export const isRemoteInstance =
  ({ store, placement }: Pick<Platform, 'store' | 'placement'>) =>
  async (instanceId: string): Promise<boolean> => {
    const instance = await store.instances.find(instanceId as InstanceId)
    return !!instance && (await placement.remoteServerOf(instance.applicationId)) !== undefined
  }

/**
 * The applications that are assigned to this server. One that is not assigned, from before there were several servers, is
 * assigned to the server that has its repository.
 */
export async function localApplications(
  { store, placement, repositories }: Pick<Platform, 'store' | 'placement' | 'repositories'>,
  applications: readonly Application[],
): Promise<Application[]> {
  const { isShared, serverId } = store.claims
  if (!isShared) return [...applications]
  const all = await placement.assignments()
  const local: Application[] = []
  for (const application of applications) {
    const { id, commit } = application
    const assignedTo = all.get(id)
    if (assignedTo === serverId) local.push(application)
    if (assignedTo !== undefined || (commit && !(await repositories.has(id, commit)))) continue
    if (await placement.assign(id)) local.push(application)
  }
  return local
}

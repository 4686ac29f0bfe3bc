import type { Application } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Instances of the applications that do not live at other servers. */
export async function instancesHere({
  store,
  homes,
}: Pick<Platform, 'store' | 'homes'>): Promise<Instance[]> {
  const elsewhere = await homes.allElsewhere()
  const all = await store.instances.listAll()
  return all.filter(({ applicationId }) => !elsewhere.has(applicationId))
}

/** Tells the engine which instances another server works with. */
export const isElsewhereIn =
  ({ store, homes }: Pick<Platform, 'store' | 'homes'>) =>
  async (instanceId: string): Promise<boolean> => {
    const instance = await store.instances.find(instanceId as InstanceId)
    return !!instance && (await homes.elsewhere(instance.applicationId)) !== undefined
  }

/**
 * The applications that live at this server. One without a home, as those from before there were several servers, settles
 * where its repository is.
 */
export async function livingHere(
  { store, homes, repositories }: Pick<Platform, 'store' | 'homes' | 'repositories'>,
  applications: readonly Application[],
): Promise<Application[]> {
  const { isShared, serverId } = store.claims
  if (!isShared) return [...applications]
  const all = await homes.all()
  const here: Application[] = []
  for (const application of applications) {
    const { id, commit } = application
    const home = all.get(id)
    if (home === serverId) here.push(application)
    if (home !== undefined || (commit && !(await repositories.has(id, commit)))) continue
    if (await homes.settle(id)) here.push(application)
  }
  return here
}

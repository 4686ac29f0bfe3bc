import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/** Tools of one release that runs, or that may have to be started again. */
export interface ReleaseTools {
  applicationId: ApplicationId
  tools: readonly Tool[]
}

export async function toolsInUse(
  store: Pick<Store, 'applications' | 'instances' | 'releases'>,
): Promise<ReleaseTools[]> {
  const instances = await store.instances.listAll()
  const applications = await store.applications.listAll()
  const owners = new Map([
    ...instances.map(({ deploymentId, applicationId }) => [deploymentId, applicationId] as const),
    ...applications.flatMap(({ liveDeploymentId, id }) =>
      liveDeploymentId ? [[liveDeploymentId, id] as const] : [],
    ),
  ])
  return Promise.all(
    [...owners].map(async ([deploymentId, applicationId]) => {
      const release = await store.releases.find(deploymentId)
      return { applicationId, tools: release?.recipe.tools ?? [] }
    }),
  )
}

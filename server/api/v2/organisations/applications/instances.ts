import { instanceList } from '#api/answers/applications.ts'
import { deploymentOutcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { sizeCatalogues } from '#api/v2/flavor-record.ts'
import { type InstanceParts, instanceToWire } from '#api/v2/wire.ts'
import { string } from '#kit/schema.ts'
import { redeploy, requestStop } from '#platform/hosting/deployments/queue/requests.ts'
import { deploymentQuota } from '#platform/hosting/quotas/deployment-quota.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { Platform } from '#platform/platform.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId/instances'

export const listInstances = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the running instances of an application',
  query: { deploymentId: string },
  answer: instanceList,
  async handle({ platform, application, query }) {
    const wanted = query.get('deploymentId')
    const instances = (await platform.store.instances.listOf(application.id)).filter(
      ({ deploymentId }) => !wanted || deploymentId === wanted,
    )
    const partsOf = await instanceParts(platform, application)
    return Promise.all(
      instances.map(async (instance) => instanceToWire(instance, await partsOf(instance))),
    )
  },
})

/** Finds what the record of each instance consists of. */
export async function instanceParts(
  platform: Platform,
  application: Application,
): Promise<(instance: Instance) => Promise<InstanceParts>> {
  const { deployments, releases } = platform.store
  const sizes = (await sizeCatalogues(platform))(application.zone)
  return async ({ deploymentId }) => {
    const deployment = await deployments.find(deploymentId)
    const isRunning = deployment?.state === 'checking'
    const release = isRunning ? await releases.find(deployment.id) : undefined
    return { application, deployment, release, sizes }
  }
}

export const postInstances = endpoint({
  method: 'POST',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'application.restart',
  summary: 'Starts or restarts an application from a commit of its repository',
  query: { commit: string, useCache: string },
  answer: deploymentOutcome,
  async handle({ platform, application, caller, query }) {
    const deployment = await redeploy(platform, application, {
      commit: query.get('commit') || undefined,
      withoutCache: ['no', 'false'].includes(query.get('useCache') ?? ''),
      authorId: caller.userId,
      admit: await deploymentQuota(platform, application),
    })
    return done(`Deployment ${deployment.number} is queued.`, { deploymentId: deployment.id })
  },
})

export const deleteInstances = endpoint({
  method: 'DELETE',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'application.stop',
  summary: 'Stops an application',
  answer: deploymentOutcome,
  async handle({ platform, application, caller }) {
    const deployment = await requestStop(platform, application, caller.userId)
    return done('The application is being stopped.', { deploymentId: deployment.id })
  },
})

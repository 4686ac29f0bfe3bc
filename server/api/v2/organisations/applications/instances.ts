import { instanceList } from '#api/answers/applications.ts'
import { deploymentOutcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { sizeCatalogues } from '#api/v2/flavor-record.ts'
import { instanceToWire } from '#api/v2/wire.ts'
import { string } from '#kit/schema.ts'
import { redeploy, requestStop } from '#platform/deployments/queue/requests.ts'
import { deploymentQuota } from '#platform/quotas/deployment-quota.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId/instances'

export const listInstances = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the running instances of an application',
  query: { deploymentId: string },
  answer: instanceList,
  async handle({ platform, application, query }) {
    const { store } = platform
    const wanted = query.get('deploymentId')
    const instances = (await store.instances.listOf(application.id)).filter(
      ({ deploymentId }) => !wanted || deploymentId === wanted,
    )
    const sizes = (await sizeCatalogues(platform))(application.zone)
    return Promise.all(
      instances.map(async (instance) => {
        const deployment = await store.deployments.find(instance.deploymentId)
        const isRunning = deployment?.state === 'checking'
        const release = isRunning ? await store.releases.find(deployment.id) : undefined
        return instanceToWire(instance, { application, deployment, release, sizes })
      }),
    )
  },
})

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

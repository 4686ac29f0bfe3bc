import { deploymentAnswer, deploymentList } from '#api/answers/applications.ts'
import { outcome } from '#api/answers/outcome.ts'
import { type Call, endpoint } from '#api/http/endpoint.ts'
import { count, readQuery } from '#api/http/query.ts'
import { done } from '#api/http/response.ts'
import { commitSummariesOf } from '#api/v2/commit-summaries.ts'
import { actionFromWire, deploymentToWire } from '#api/v2/wire.ts'
import { string } from '#kit/schema.ts'
import { cancelDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { isDeploymentId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId/deployments'
const parameters = { limit: count, offset: count, action: string }

export const listDeployments = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the deployments of an application, newest first',
  query: parameters,
  answer: deploymentList,
  async handle({ platform, application, query }) {
    const { action: wanted = '', ...page } = readQuery(query, parameters)
    const action = actionFromWire(wanted)
    const deployments = await platform.store.deployments.listOf(application.id, {
      ...page,
      ...(action && { actions: [action] }),
    })
    return deploymentRecords(platform, deployments)
  },
})

export const getDeployment = endpoint({
  method: 'GET',
  path: `${path}/:deploymentId`,
  access: { on: 'application', may: 'see' },
  summary: 'Shows a deployment, by its id or its number',
  answer: deploymentAnswer,
  async handle(call) {
    const [record] = await deploymentRecords(call.platform, [await findDeployment(call)])
    return record as NonNullable<typeof record>
  },
})

export const deleteDeploymentInstances = endpoint({
  method: 'DELETE',
  path: `${path}/:deploymentId/instances`,
  access: { on: 'application', may: 'operate' },
  action: 'deployment.cancel',
  summary: 'Cancels a deployment that has not ended',
  answer: outcome,
  async handle(call) {
    const deployment = await findDeployment(call)
    await cancelDeployment(call.platform, deployment)
    return done(`Deployment ${deployment.number} is being cancelled.`)
  },
})

/** Records of deployments, with the names of their authors. */
export async function deploymentRecords(
  { store }: Pick<Platform, 'store'>,
  deployments: readonly Deployment[],
) {
  const ids = new Set(deployments.flatMap(({ authorId }) => (authorId ? [authorId] : [])))
  const users = await store.users.list([...ids])
  const applications = Map.groupBy(deployments, ({ applicationId }) => applicationId)
  const summaries = new Map(
    await Promise.all(
      [...applications].map(
        async ([id, own]) => [id, await commitSummariesOf({ store }, id, own)] as const,
      ),
    ),
  )
  return deployments.map((deployment) => {
    const { applicationId, authorId, commit } = deployment
    const commitSummary = summaries.get(applicationId)?.get(commit)
    const author = users.find(({ id }) => id === authorId)
    return { ...deploymentToWire(deployment, author), ...(commitSummary && { commitSummary }) }
  })
}

/** The deployment of the path, by its id or its number. */
export async function findDeployment(
  call: Pick<Call<string, { on: 'application'; may: 'see' }>, 'platform' | 'application'> & {
    params: { deploymentId: string }
  },
): Promise<Deployment> {
  const { platform, application, params } = call
  const deployment = await findByIdOrNumber(platform, application, params.deploymentId)
  if (deployment?.applicationId === application.id) return deployment
  throw new Refusal('missing', `The application has no deployment ${params.deploymentId}.`)
}

async function findByIdOrNumber(
  { store: { deployments } }: Pick<Platform, 'store'>,
  { id }: Application,
  text: string,
): Promise<Deployment | undefined> {
  if (/^\d{1,9}$/.test(text)) return deployments.findByNumber(id, Number(text))
  return isDeploymentId(text) ? deployments.find(text) : undefined
}

import { deploymentStory, deploymentSummaries } from '#api/answers/hosting/deployments.ts'
import { deploymentOutcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { count, countUpTo, readQuery } from '#api/http/query.ts'
import { done } from '#api/http/response.ts'
import { findDeployment } from '#api/v2/organisations/applications/deployments.ts'
import { actionFromWire } from '#api/v2/wire.ts'
import { check, object, pipe, string } from '#kit/schema.ts'
import { deployImage } from '#platform/hosting/deployments/deploy-image.ts'
import { deploymentQuota } from '#platform/hosting/quotas/deployment-quota.ts'
import { hasPermission } from '#platform/identity/access/permit.ts'
import { headlineText } from '#platform/model/hosting/deployments/failure.ts'
import {
  imageReferenceRule,
  parseImageReference,
} from '#platform/model/hosting/recipe/image-reference.ts'
import { readDeployment } from '#platform/overview/read-deployment.ts'
import { deployedCommits } from './deployed-commits.ts'
import { changesToWire, deploymentToWire, failureToWire } from './deployment-record.ts'

const path = '/v4/berth/organisations/:ownerId/applications/:applicationId/deployments'
const parameters = { limit: countUpTo(200), offset: count, action: string }
const usualDeployments = 50

const listDeploymentSummaries = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary:
    'Lists the deployments of an application, newest first, with durations and reasons of failures: `limit` (50), `offset`, `action`',
  query: parameters,
  answer: deploymentSummaries,
  async handle({ platform: { store }, application, query }) {
    const {
      limit = usualDeployments,
      offset = 0,
      action: wanted = '',
    } = readQuery(query, parameters)
    const action = actionFromWire(wanted)
    const deployments = await store.deployments.listOf(application.id, {
      limit,
      offset,
      ...(action && { actions: [action] }),
    })
    const ids = new Set(deployments.flatMap(({ authorId }) => (authorId ? [authorId] : [])))
    const users = await store.users.list([...ids])
    const commits = await deployedCommits({ store }, application.id, deployments)
    return deployments.map((deployment) => ({
      ...deploymentToWire(
        deployment,
        users.find(({ id }) => id === deployment.authorId),
      ),
      ...commits.brief(deployment),
      failure: deployment.failure,
      headline: deployment.headline ? headlineText(deployment.headline) : null,
      isLive: deployment.id === application.liveDeploymentId,
    }))
  },
})

const imageBody = object({
  image: pipe(
    string,
    check((text) => parseImageReference(text) !== undefined, imageReferenceRule),
  ),
})

const postImageDeployment = endpoint({
  method: 'POST',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'application.deploy-image',
  audited: ({ image }) => image,
  summary:
    'Deploys the `image` of a registry to an application of type docker; it is stored when this answers, and its release keeps the digest',
  body: imageBody,
  answer: deploymentOutcome,
  async handle({ platform, application, caller, body: { image } }) {
    const deployment = await deployImage(platform, application, {
      reference: image,
      authorId: caller.userId,
      admit: await deploymentQuota(platform, application),
    })
    return done(`${deployment.cause} is queued as deployment ${deployment.number}.`, {
      deploymentId: deployment.id,
    })
  },
})

const getDeploymentStory = endpoint({
  method: 'GET',
  path: `${path}/:deploymentId`,
  access: { on: 'application', may: 'see' },
  summary:
    'Shows a deployment, by its id or its number, with the times of its steps, why it failed, and what changed; variables by name only, and only to who may read them',
  answer: deploymentStory,
  async handle(call) {
    const { platform, application, caller } = call
    const deployment = await findDeployment(call)
    const { steps, failure, changes } = await readDeployment(platform, application, deployment)
    const canReadVariables = await hasPermission(platform, caller, 'operate', application.ownerId)
    const { authorId, attempts } = deployment
    const author = authorId ? await platform.store.users.find(authorId) : undefined
    const commits = await deployedCommits(platform, application.id, [deployment])
    return {
      ...deploymentToWire(deployment, author),
      ...commits.whole(deployment),
      isLive: deployment.id === application.liveDeploymentId,
      attempts,
      steps,
      failure: failure && failureToWire(failure),
      changes: changes && canReadVariables ? changesToWire(changes) : null,
    }
  },
})

export const deploymentEndpoints = [
  listDeploymentSummaries,
  getDeploymentStory,
  postImageDeployment,
]

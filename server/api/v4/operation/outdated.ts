import { outdatedList, toolRedeployment } from '#api/answers/hosting/toolchains.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { count, countUpTo, readQuery } from '#api/http/query.ts'
import { json } from '#api/http/response.ts'
import { readPage, withLink } from '#api/paging.ts'
import { redeployOutdated } from '#platform/hosting/toolchains/redeployments/redeploy-outdated.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { PlannedApplication } from '#platform/model/hosting/toolchains/outdated.ts'
import { isApplicationId, isDeploymentId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v4/berth/operator/toolchains'
/** Each application of a page may have to be planned, one after the other. */
const parameters = { limit: countUpTo(200), offset: count }
const usual = '50'

const plannedToWire = ({ application: { id, name, ownerId }, tools }: PlannedApplication) => ({
  applicationId: id,
  applicationName: name,
  ownerId,
  tools,
})

const listOutdatedApplications = endpoint({
  method: 'GET',
  path: `${path}/outdated`,
  access: 'operator',
  summary:
    'Lists a page of the applications whose live release runs on an outdated tool, by name, and what a deployment of the same commit would get: `limit` (50, at most 200), `offset`; a header `Link` with `rel="next"` names the next page',
  query: parameters,
  answer: outdatedList,
  async handle({ platform: { outdatedApplications }, query, request }) {
    readQuery(query, parameters)
    const all = await outdatedApplications.list()
    const paged = { get: (name: 'limit' | 'offset') => query.get(name) ?? pageOf[name] }
    const { items, link } = await readPage({ query: paged, request }, async (page) => {
      const { offset = 0, limit = all.length } = page
      return all.slice(offset, offset + limit)
    })
    const planned = await Promise.all(items.map((each) => outdatedApplications.plan(each)))
    return withLink(json(planned.map(plannedToWire)), link)
  },
})

const pageOf = { limit: usual, offset: null }

const redeploymentToWire = ({ id, state, failure }: Deployment) => ({
  deploymentId: id,
  state,
  failure,
})

const postToolRedeployment = endpoint({
  method: 'POST',
  path: `${path}/outdated/:id/redeployment`,
  access: 'operator',
  action: 'application.restart',
  summary:
    'Deploys the live commit of an application again, so that it gets the tools of the catalogue',
  answer: toolRedeployment,
  async handle({ platform, params: { id } }) {
    const application = isApplicationId(id) ? await platform.store.applications.find(id) : undefined
    if (!application) throw new Refusal('missing', 'There is no such application.')
    const deploymentId = await redeployOutdated(platform, application.id)
    const deployment = await platform.store.deployments.find(deploymentId)
    if (!deployment) throw new Error(`${deploymentId} is gone`)
    return redeploymentToWire(deployment)
  },
})

const getToolRedeployment = endpoint({
  method: 'GET',
  path: `${path}/redeployments/:id`,
  access: 'operator',
  summary: 'Shows how the deployment of an application with new tools goes',
  answer: toolRedeployment,
  async handle({ platform: { store }, params: { id } }) {
    const deployment = isDeploymentId(id) ? await store.deployments.find(id) : undefined
    if (!deployment) throw new Refusal('missing', 'There is no such deployment.')
    return redeploymentToWire(deployment)
  },
})

export const outdatedEndpoints = [
  listOutdatedApplications,
  postToolRedeployment,
  getToolRedeployment,
]

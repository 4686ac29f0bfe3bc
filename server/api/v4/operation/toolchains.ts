import {
  outdatedList,
  toolchainsAnswer,
  toolRedeployment,
} from '#api/answers/hosting/toolchains.ts'
import { endpoint } from '#api/http/endpoint.ts'
import {
  listOutdated,
  redeployOutdated,
} from '#platform/hosting/toolchains/outdated-applications.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Toolchains } from '#platform/model/hosting/toolchains.ts'
import { isApplicationId, isDeploymentId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v4/berth/operator/toolchains'

const iso = (date: number) => new Date(date).toISOString()

async function toolchainsToWire(toolchains: Toolchains) {
  const { origin, date, interval, lastAttempt } = toolchains.status()
  const tools = await toolchains.installed()
  return {
    catalogue: {
      origin,
      date: iso(date),
      interval: interval === null ? null : Math.round(interval / 1000),
      lastAttempt: lastAttempt && { ...lastAttempt, date: iso(lastAttempt.date) },
    },
    tools: tools.map(({ usedAt, ...tool }) => ({ ...tool, lastUse: iso(usedAt) })),
  }
}

const getToolchains = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  summary:
    'Shows the catalogue of tools of this server, how its last refresh went, and the downloaded tools with their last use and end of life',
  answer: toolchainsAnswer,
  handle: ({ platform }) => toolchainsToWire(platform.toolchains),
})

const postToolchainRefresh = endpoint({
  method: 'POST',
  path: `${path}/refresh`,
  access: 'operator',
  action: 'platform.refresh-toolchains',
  summary:
    'Asks the npm registry for new releases of tools; the next deployment can have them. A registry that answers nonsense changes nothing',
  answer: toolchainsAnswer,
  async handle({ platform: { toolchains } }) {
    await toolchains.refresh().catch((error: Error) => {
      throw new Refusal('unavailable', `The catalogue stays as it was: ${error.message}.`)
    })
    return toolchainsToWire(toolchains)
  },
})

const listOutdatedApplications = endpoint({
  method: 'GET',
  path: `${path}/outdated`,
  access: 'operator',
  summary:
    'Lists the applications whose live release runs on an outdated tool, and what a deployment of the same commit would get',
  answer: outdatedList,
  async handle({ platform }) {
    const found = await listOutdated(platform)
    return found.map(({ application: { id, name, ownerId }, tools }) => ({
      applicationId: id,
      applicationName: name,
      ownerId,
      tools,
    }))
  },
})

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

export const toolchainEndpoints = [
  getToolchains,
  postToolchainRefresh,
  listOutdatedApplications,
  postToolRedeployment,
  getToolRedeployment,
]

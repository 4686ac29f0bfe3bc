import { fetchedTool, toolchainsAnswer, toolRequest } from '#api/answers/hosting/toolchains.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { removeTool } from '#platform/hosting/toolchains/remove-tool.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { outdatedEndpoints } from './outdated.ts'
import { redeploymentEndpoints } from './redeployments.ts'

const path = '/v4/berth/operator/toolchains'

const iso = (date: number) => new Date(date).toISOString()

async function toolchainsToWire({
  toolchains,
  outdatedApplications,
}: Pick<Platform, 'toolchains' | 'outdatedApplications'>) {
  const { origin, date, interval, lastAttempt, problems, notes } = toolchains.status()
  const tools = await toolchains.installed()
  const outdated = await outdatedApplications.list()
  return {
    catalogue: {
      origin,
      date: iso(date),
      interval: interval === null ? null : Math.round(interval / 1000),
      lastAttempt: lastAttempt && { ...lastAttempt, date: iso(lastAttempt.date) },
      problems,
      notes,
    },
    tools: tools.map(({ usedAt, ...tool }) => ({ ...tool, lastUse: iso(usedAt) })),
    outdatedApplications: outdated.length,
  }
}

const getToolchains = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  summary:
    'Shows the catalogue of tools of this server, how its last refresh went, the downloaded tools with their last use and end of life, and how many applications run on outdated ones',
  answer: toolchainsAnswer,
  handle: ({ platform }) => toolchainsToWire(platform),
})

const postToolchainRefresh = endpoint({
  method: 'POST',
  path: `${path}/refresh`,
  access: 'operator',
  action: 'platform.refresh-toolchains',
  summary:
    'Asks the npm registry and the mirror of Debian for new releases of tools; the next deployment can have them. A tool whose source answers nonsense stays as it was',
  answer: toolchainsAnswer,
  async handle({ platform }) {
    await platform.toolchains.refresh().catch((error: Error) => {
      throw new Refusal('unavailable', `The catalogue stays as it was: ${error.message}.`)
    })
    return toolchainsToWire(platform)
  },
})

const postTool = endpoint({
  method: 'POST',
  path: `${path}/tools`,
  access: 'operator',
  action: 'platform.fetch-tool',
  summary:
    'Downloads a tool before an application needs it: the newest release that fits the version, which may be a line such as `3.13`. Answers once it is there, which takes minutes for a Debian system',
  body: toolRequest,
  answer: fetchedTool,
  async handle({ platform, body }) {
    return platform.toolchains.fetch(body).catch((error: Error) => {
      if (error instanceof Failure) throw new Refusal('unavailable', error.message)
      throw error
    })
  },
})

const deleteTool = endpoint({
  method: 'DELETE',
  path: `${path}/tools/:name/:version`,
  access: 'operator',
  action: 'platform.remove-tool',
  summary:
    'Removes a downloaded tool from this server, unless a release that runs or may be started again needs it; a deployment that needs it downloads it again',
  answer: outcome,
  async handle({ platform, params: { name = '', version = '' } }) {
    await removeTool(platform, { name, version })
    return done(`${name} ${version} was removed.`)
  },
})

export const toolchainEndpoints = [
  getToolchains,
  postToolchainRefresh,
  postTool,
  deleteTool,
  ...outdatedEndpoints,
  ...redeploymentEndpoints,
]

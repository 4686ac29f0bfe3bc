import { toolchainsAnswer } from '#api/answers/hosting/toolchains.ts'
import { endpoint } from '#api/http/endpoint.ts'
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

export const toolchainEndpoints = [
  getToolchains,
  postToolchainRefresh,
  ...outdatedEndpoints,
  ...redeploymentEndpoints,
]

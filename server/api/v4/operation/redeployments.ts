import {
  newestRedeployment,
  redeploymentItems,
  redeploymentLimits,
} from '#api/answers/hosting/toolchains.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { count, countUpTo, readQuery } from '#api/http/query.ts'
import {
  beginRedeployment,
  readRedeployment,
  stopRedeployment,
} from '#platform/hosting/toolchains/redeployments/rolling-redeployment.ts'
import type { RedeploymentItem } from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import type { Platform } from '#platform/platform.ts'

const path = '/v4/berth/operator/toolchains/rolling-redeployment'

const iso = (date: number) => new Date(date).toISOString()

async function newestToWire({ store }: Pick<Platform, 'store'>) {
  const found = await readRedeployment({ store })
  if (!found) return { redeployment: null }
  const { id, state, concurrency, maxFailures, createdAt, endedAt, counts, shown } = found
  return {
    redeployment: {
      id,
      state,
      concurrency,
      maxFailures,
      startDate: iso(createdAt),
      endDate: endedAt === null ? null : iso(endedAt),
      counts: {
        unplanned: counts.get('unplanned') ?? 0,
        waiting: counts.get('waiting') ?? 0,
        skipped: counts.get('skipped') ?? 0,
        deploying: counts.get('deploying') ?? 0,
        live: counts.get('live') ?? 0,
        failed: counts.get('failed') ?? 0,
      },
      applications: await itemsToWire({ store }, shown),
    },
  }
}

/** Those of applications that are being deleted are left out. */
async function itemsToWire({ store }: Pick<Platform, 'store'>, items: readonly RedeploymentItem[]) {
  const listed = await Promise.all(
    items.map(async ({ applicationId, state, deploymentId, reason }) => {
      const application = await store.applications.find(applicationId)
      if (!application) return []
      const { name: applicationName, ownerId } = application
      return [{ applicationId, applicationName, ownerId, state, deploymentId, reason }]
    }),
  )
  return listed.flat()
}

const getRedeployment = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  summary:
    'Shows how far the newest rolling redeployment of outdated applications is; null if there was none',
  answer: newestRedeployment,
  handle: ({ platform }) => newestToWire(platform),
})

const postRedeployment = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  action: 'platform.redeploy-outdated',
  summary:
    'Begins to deploy all applications again that would get another tool, a few at a time; goes on after a restart of the server',
  body: redeploymentLimits,
  answer: newestRedeployment,
  async handle({ platform, caller, body }) {
    await beginRedeployment(platform, caller.userId, body)
    return newestToWire(platform)
  },
})

const deleteRedeployment = endpoint({
  method: 'DELETE',
  path,
  access: 'operator',
  action: 'platform.stop-redeployment',
  summary:
    'Stops the rolling redeployment: no further application begins, and deployments that have begun go on',
  answer: newestRedeployment,
  async handle({ platform }) {
    await stopRedeployment(platform)
    return newestToWire(platform)
  },
})

const parameters = { limit: countUpTo(1000), offset: count }
const usual = 100

const listRedeploymentItems = endpoint({
  method: 'GET',
  path: `${path}/applications`,
  access: 'operator',
  summary:
    'Lists a page of the applications of the newest rolling redeployment: `limit` (100, at most 1,000), `offset`; those that have ended come first, in the order of their end',
  query: parameters,
  answer: redeploymentItems,
  async handle({ platform: { store }, query }) {
    const { limit = usual, offset = 0 } = readQuery(query, parameters)
    const redeployment = await store.rollingRedeployments.find()
    if (!redeployment) return []
    const items = await store.rollingRedeployments.listItems(redeployment.id, { limit, offset })
    return itemsToWire({ store }, items)
  },
})

export const redeploymentEndpoints = [
  getRedeployment,
  postRedeployment,
  deleteRedeployment,
  listRedeploymentItems,
]

import { orchestratedInstance, orchestratedInstances } from '#api/answers/hosting/orchestration.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo, moment, readQuery, valuesOf } from '#api/http/query.ts'
import { instanceParts } from '#api/v2/organisations/applications/instances.ts'
import { oneOf, string } from '#kit/schema.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { instanceToOrchestration } from './orchestration-record.ts'

const path = '/v4/orchestration/organisations/:ownerId/applications/:applicationId/instances'
const parameters = {
  since: moment,
  until: moment,
  limit: countUpTo(1000),
  order: oneOf('ASC', 'DESC'),
  deploymentId: string,
  includeState: string,
  excludeState: string,
}

export const listOrchestratedInstances = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary:
    'Lists instances: created from `since` to `until`, of a `deploymentId`, with states in `includeState` and not in `excludeState` (both repeatable), in `order` (ASC, the oldest first), at most `limit`',
  query: parameters,
  answer: orchestratedInstances,
  async handle({ platform, application, query, request }) {
    const { since = 0, until, limit, order, deploymentId } = readQuery(query, parameters)
    const included = valuesOf(request, 'includeState')
    const excluded = valuesOf(request, 'excludeState')
    const instances = (await platform.store.instances.listOf(application.id)).filter(
      (instance) =>
        instance.createdAt >= since &&
        instance.createdAt <= (until ?? Number.POSITIVE_INFINITY) &&
        (!deploymentId || instance.deploymentId === deploymentId),
    )
    const records = (await recordsOf(platform, application, instances)).filter(
      ({ state }) => (included.size === 0 || included.has(state)) && !excluded.has(state),
    )
    return (order === 'DESC' ? records.toReversed() : records).slice(0, limit)
  },
})

export const getOrchestratedInstance = endpoint({
  method: 'GET',
  path: `${path}/:instanceId`,
  access: { on: 'application', may: 'see' },
  summary: 'Shows an instance',
  answer: orchestratedInstance,
  async handle({ platform, application, params: { instanceId } }) {
    const instances = await platform.store.instances.listOf(application.id)
    const wanted = instances.filter(({ id }) => id === instanceId)
    const [record] = await recordsOf(platform, application, wanted)
    if (record) return record
    const shown = instanceId.slice(0, 100)
    throw new Refusal('missing', `The application has no instance ${shown}; it may have stopped.`)
  },
})

async function recordsOf(
  platform: Platform,
  application: Application,
  instances: readonly Instance[],
) {
  const { serverId } = platform.store.claims
  const partsOf = await instanceParts(platform, application)
  return Promise.all(
    instances.map(async (instance) =>
      instanceToOrchestration(instance, { ...(await partsOf(instance)), serverId }),
    ),
  )
}

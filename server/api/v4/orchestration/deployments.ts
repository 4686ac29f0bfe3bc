import {
  orchestratedDeployment,
  orchestratedDeployments,
} from '#api/answers/hosting/orchestration.ts'
import { deploymentActions } from '#api/answers/states.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo, readQuery, valuesOf } from '#api/http/query.ts'
import { findDeployment } from '#api/v2/organisations/applications/deployments.ts'
import { oneOf, string } from '#kit/schema.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Platform } from '#platform/platform.ts'
import { deploymentToWire } from './orchestration-record.ts'

const path = '/v4/orchestration/organisations/:ownerId/applications/:applicationId/deployments'
const parameters = { limit: countUpTo(1000), order: oneOf('ASC', 'DESC'), action: string }
const usualDeployments = 100

export const listOrchestratedDeployments = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary:
    'Lists deployments with the times of their states: `limit` (100), `order` (DESC, the newest first), `action` (repeatable)',
  query: parameters,
  answer: orchestratedDeployments,
  cost: 2,
  async handle({ platform, application, query, request }) {
    const { limit = usualDeployments, order } = readQuery(query, parameters)
    const actions = valuesOf(request, 'action')
    const wanted = actionsFromWire(actions)
    if (actions.size > 0 && wanted.length === 0) return []
    const found = await platform.store.deployments.listOf(application.id, {
      limit,
      isAscending: order === 'ASC',
      ...(wanted.length > 0 && { actions: wanted }),
    })
    return recordsOf(platform, application, found)
  },
})

export const getOrchestratedDeployment = endpoint({
  method: 'GET',
  path: `${path}/:deploymentId`,
  access: { on: 'application', may: 'see' },
  summary: 'Shows a deployment, by its id or its number, with the times of its states',
  answer: orchestratedDeployment,
  async handle(call) {
    const deployment = await findDeployment(call)
    const [record] = await recordsOf(call.platform, call.application, [deployment])
    return record as NonNullable<typeof record>
  },
})

/** The platform's actions of these names; clients also know some that are never done here. */
const actionsFromWire = (names: ReadonlySet<string>): Deployment['action'][] =>
  (Object.keys(deploymentActions) as Deployment['action'][]).filter((action) =>
    names.has(deploymentActions[action]),
  )

async function recordsOf(
  { store }: Pick<Platform, 'store'>,
  application: Application,
  deployments: readonly Deployment[],
) {
  const [steps, releases] = await Promise.all([
    store.deployments.steps(...deployments.map(({ id }) => id)),
    store.releases.listOf(application.id),
  ])
  const purposes = new Map(
    releases.map(({ deploymentId, recipe }) => [deploymentId, recipe.purpose]),
  )
  const byDeployment = Map.groupBy(steps, ({ deploymentId }) => deploymentId)
  return deployments.map((deployment) =>
    deploymentToWire(deployment, {
      application,
      steps: byDeployment.get(deployment.id) ?? [],
      isTask: purposes.get(deployment.id) === 'task',
    }),
  )
}

import { overviewAnswer, statusAnswer } from '#api/answers/hosting/overview.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { readApplicationOverview, readOverview } from '#platform/overview/read-overview.ts'
import { addonOverviews, applicationToWire } from './overview-record.ts'

export const getOverview = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/overview',
  access: { on: 'owner', may: 'see' },
  summary:
    'Shows the applications of an owner, each with its state, last deployment and requests of the last half hour, and the add-ons',
  answer: overviewAnswer,
  cost: 2,
  async handle({ platform, addresses, ownerId }) {
    const [applications, addons] = await Promise.all([
      readOverview(platform, ownerId),
      addonOverviews(platform, ownerId),
    ])
    return {
      applications: applications.map((overview) => applicationToWire(overview, addresses)),
      addons,
    }
  },
})

export const getStatus = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/applications/:applicationId/status',
  access: { on: 'application', may: 'see' },
  summary: 'Shows an application as in the overview of its owner, with each of its instances',
  answer: statusAnswer,
  async handle({ platform, addresses, application }) {
    const overview = await readApplicationOverview(platform, application)
    return {
      ...applicationToWire(overview, addresses),
      instanceList: overview.instances.map(
        ({ id, number, condition, flavor, deploymentId, createdAt }) => ({
          id,
          number,
          state: condition,
          flavor,
          deploymentId,
          date: createdAt,
          lastExit: platform.supervision.lastExitOf(id)?.sentence ?? null,
        }),
      ),
    }
  },
})

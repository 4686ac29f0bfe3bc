import { runningDeploymentList } from '#api/answers/operation.ts'
import { endpoint } from '#api/http/endpoint.ts'
import {
  type DeploymentState,
  unfinishedStates,
} from '#platform/model/hosting/deployments/deployment.ts'

type Unfinished = (typeof unfinishedStates)[number]

const isUnfinished = (state: DeploymentState): state is Unfinished =>
  (unfinishedStates as readonly DeploymentState[]).includes(state)

export const listRunningDeployments = endpoint({
  method: 'GET',
  path: '/v4/berth/operator/deployments',
  access: 'operator',
  summary: 'Lists the deployments of all applications that have not ended, oldest first',
  answer: runningDeploymentList,
  async handle({ platform: { store } }) {
    const deployments = await store.deployments.listUnfinished()
    const found = await Promise.all(
      deployments.map(async ({ id, number, applicationId, state, action, cause, ...dates }) => {
        const application = await store.applications.find(applicationId)
        if (!application || !isUnfinished(state)) return []
        return [
          {
            id,
            number,
            applicationId,
            applicationName: application.name,
            ownerId: application.ownerId,
            state,
            action,
            cause,
            creationDate: new Date(dates.createdAt).toISOString(),
            stateDate: new Date(dates.changedAt).toISOString(),
          },
        ]
      }),
    )
    return found.flat()
  },
})

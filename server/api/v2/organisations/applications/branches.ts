import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { list, object, string } from '#kit/schema.ts'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import {
  checkNow,
  listConnectedBranches,
} from '#platform/hosting/connected-repositories/connect.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId' as const

const listBranches = endpoint({
  method: 'GET',
  path: `${path}/branches`,
  access: { on: 'application', may: 'see' },
  summary:
    'Lists the branches of the connected repository; of an application without one, the branch that is deployed',
  answer: list(string),
  // A look at a host that answers slowly takes a minute.
  cost: 20,
  handle: async ({ platform, application }) =>
    (await listConnectedBranches(platform, application.id)) ?? [application.branch],
})

const putBranch = endpoint({
  method: 'PUT',
  path: `${path}/branch`,
  access: { on: 'application', may: 'operate' },
  action: 'application.change',
  summary: 'Sets the branch that is deployed; a connected repository is looked at at once',
  body: object({ branch: string }),
  answer: outcome,
  async handle({ platform, application, body, caller }) {
    const { branch } = await changeApplication(
      platform,
      application,
      { branch: body.branch },
      caller.userId,
    )
    await checkNow(platform, application.id)
    return done(`The branch ${branch} is deployed from now on.`)
  },
})

export const branchEndpoints = [listBranches, putBranch]

import { applicationList, dependencyVariables } from '#api/answers/applications.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { applicationRecords } from '#api/v2/application-record.ts'
import { environmentToWire } from '#api/v2/wire.ts'
import {
  addDependency,
  listDependencies,
  listDependents,
  removeDependency,
  variablesOfDependencies,
} from '#platform/hosting/applications/dependencies.ts'
import { permitApplication } from '#platform/identity/access/permit.ts'
import { parseApplicationId } from '#platform/model/ids.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId'

export const listDependencyRecords = endpoint({
  method: 'GET',
  path: `${path}/dependencies`,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the applications that an application is linked to',
  answer: applicationList,
  handle: async (call) =>
    applicationRecords(call, await listDependencies(call.platform, call.application)),
})

export const listDependentRecords = endpoint({
  method: 'GET',
  path: `${path}/dependents`,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the applications that are linked to an application',
  answer: applicationList,
  handle: async (call) =>
    applicationRecords(call, await listDependents(call.platform, call.application)),
})

export const putDependency = endpoint({
  method: 'PUT',
  path: `${path}/dependencies/:dependencyId`,
  access: { on: 'application', may: 'operate' },
  action: 'dependency.add',
  summary: 'Links an application to another one of the same owner; a circle is refused',
  answer: outcome,
  async handle({ platform, caller, application, params }) {
    const dependencyId = parseApplicationId(params.dependencyId)
    const other = await permitApplication(platform, caller, 'operate', dependencyId)
    await addDependency(platform, application, other)
    return done(`${application.name} is linked to ${other.name}.`)
  },
})

export const deleteDependency = endpoint({
  method: 'DELETE',
  path: `${path}/dependencies/:dependencyId`,
  access: { on: 'application', may: 'operate' },
  action: 'dependency.remove',
  summary: 'Ends the link of an application to another one',
  answer: outcome,
  async handle({ platform, caller, application, params }) {
    const dependencyId = parseApplicationId(params.dependencyId)
    const other = await permitApplication(platform, caller, 'operate', dependencyId)
    await removeDependency(platform, application, other)
    return done(`${application.name} is no longer linked to ${other.name}.`)
  },
})

export const listDependencyVariables = endpoint({
  method: 'GET',
  path: `${path}/dependencies/env`,
  access: { on: 'application', may: 'operate' },
  summary: 'Lists the variables that linked applications give an application',
  answer: dependencyVariables,
  handle: async ({ platform, application }) =>
    (await variablesOfDependencies(platform, application)).map(({ dependency, variables }) => ({
      app_id: dependency.id,
      app_name: dependency.name,
      env: environmentToWire(variables),
    })),
})

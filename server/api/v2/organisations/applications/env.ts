import { applicationAnswer, variableList } from '#api/answers/applications.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { applicationRecord } from '#api/v2/application-record.ts'
import { maxVariableBytes } from '#api/v2/variable-bytes.ts'
import { environmentToWire } from '#api/v2/wire.ts'
import { object, record, string } from '#kit/schema.ts'
import {
  replaceVariables,
  setVariable,
  unsetVariable,
} from '#platform/hosting/applications/variables.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId'

export const listVariables = endpoint({
  method: 'GET',
  path: `${path}/env`,
  access: { on: 'application', may: 'operate' },
  summary: 'Lists the variables of an application',
  answer: variableList,
  handle: async ({ platform, application }) =>
    environmentToWire(await platform.store.variables.of(application.id)),
})

export const putVariables = endpoint({
  method: 'PUT',
  path: `${path}/env`,
  access: { on: 'application', may: 'operate' },
  action: 'variables.replace',
  summary: 'Replaces all variables of an application',
  body: record(string),
  maxBytes: maxVariableBytes,
  answer: applicationAnswer,
  async handle(call) {
    const { platform, application, body } = call
    await replaceVariables(platform, application, body)
    return applicationRecord(call, application)
  },
})

export const putVariable = endpoint({
  method: 'PUT',
  path: `${path}/env/:name`,
  access: { on: 'application', may: 'operate' },
  action: 'variable.set',
  summary: 'Sets one variable of an application',
  body: object({ value: string }),
  maxBytes: maxVariableBytes,
  answer: applicationAnswer,
  async handle(call) {
    const { platform, application, params, body } = call
    await setVariable(platform, application, params.name, body.value)
    return applicationRecord(call, application)
  },
})

export const deleteVariable = endpoint({
  method: 'DELETE',
  path: `${path}/env/:name`,
  access: { on: 'application', may: 'operate' },
  action: 'variable.remove',
  summary: 'Removes one variable of an application',
  answer: applicationAnswer,
  async handle(call) {
    const { platform, application, params } = call
    await unsetVariable(platform, application, params.name)
    return applicationRecord(call, application)
  },
})

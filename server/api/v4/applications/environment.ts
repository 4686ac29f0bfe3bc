import { applicationAnswer, environmentAnswer } from '#api/answers/applications.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { applicationRecord } from '#api/v2/application-record.ts'
import { maxVariableBytes } from '#api/v2/variable-bytes.ts'
import { environmentToWire } from '#api/v2/wire.ts'
import { object, record, string } from '#kit/schema.ts'
import { versionOf } from '#platform/hosting/applications/environment-version.ts'
import { replaceVariables } from '#platform/hosting/applications/variables.ts'

const path = '/v4/berth/organisations/:ownerId/applications/:applicationId/env'

export const getEnvironment = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'operate' },
  summary: 'Shows the variables of an application, with the version to replace them by',
  answer: environmentAnswer,
  async handle({ platform, application }) {
    const environment = await platform.store.variables.of(application.id)
    return { variables: environmentToWire(environment), version: versionOf(environment) }
  },
})

export const putEnvironment = endpoint({
  method: 'PUT',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'variables.replace',
  summary:
    'Replaces all variables of an application, unless they are no longer those of `version`: then 409, and nothing is changed',
  body: object({ variables: record(string), version: string }),
  maxBytes: maxVariableBytes,
  answer: applicationAnswer,
  async handle(call) {
    const { platform, application, body } = call
    await replaceVariables(platform, application, body.variables, body.version)
    return applicationRecord(call, application)
  },
})

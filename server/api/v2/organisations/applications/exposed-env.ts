import { exposedVariables } from '#api/answers/applications.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { maxVariableBytes } from '#api/v2/variable-bytes.ts'
import { record, string } from '#kit/schema.ts'
import { exposeVariables } from '#platform/hosting/applications/expose.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId/exposed_env'

export const getExposedVariables = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'operate' },
  summary: 'Shows what an application exposes to those that are linked to it',
  answer: exposedVariables,
  handle: ({ platform, application }) => platform.store.exposedVariables.of(application.id),
})

export const putExposedVariables = endpoint({
  method: 'PUT',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'exposed-variables.replace',
  summary: 'Replaces what an application exposes; applications linked to it restart',
  body: record(string),
  maxBytes: maxVariableBytes,
  answer: outcome,
  async handle({ platform, application, body }) {
    await exposeVariables(platform, application, body)
    return done(`What ${application.name} exposes was replaced.`)
  },
})

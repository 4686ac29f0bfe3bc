import { settingsAnswer } from '#api/answers/operation.ts'
import { endpoint } from '#api/http/endpoint.ts'

export const listSettings = endpoint({
  method: 'GET',
  path: '/v4/berth/operator/settings',
  access: 'operator',
  summary:
    'Lists the settings of the server: the value in effect, the default, and where it comes from; secrets without their values',
  answer: settingsAnswer,
  handle: async ({ platform }) => platform.operation.settings(),
})

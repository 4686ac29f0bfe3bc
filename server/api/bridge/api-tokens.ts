import { apiTokenList, newApiTokenAnswer } from '#api/answers/accounts.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { noContent } from '#api/http/response.ts'
import { clearable, object, optional, string } from '#kit/schema.ts'
import { renameApiToken, revokeApiToken } from '#platform/identity/access/tokens/api-tokens.ts'
import { createApiToken } from '#platform/identity/access/tokens/create-api-token.ts'
import { parseApiTokenId } from '#platform/model/ids.ts'
import { apiTokenRecord, apiTokenRecords } from './api-token-record.ts'

export const postApiToken = endpoint({
  method: 'POST',
  path: '/api-tokens',
  access: 'anyone',
  summary:
    'Makes an API token for whoever sends e-mail address, password and, where there is one, the code of the second factor',
  body: object({
    email: string,
    password: string,
    mfaCode: optional(string),
    name: string,
    description: clearable,
    expirationDate: optional(string),
  }),
  answer: newApiTokenAnswer,
  async handle({ platform, body, from }) {
    const { email, password, name, description = '' } = body
    const token = await createApiToken(platform, {
      email,
      password,
      name,
      description,
      from,
      code: body.mfaCode,
      expiration: body.expirationDate,
    })
    return { apiToken: token.text, ...apiTokenRecord(token, platform.clock()) }
  },
})

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api-tokens',
  access: { on: 'user', may: 'read' },
  summary: 'Lists the API tokens of the user, without their secrets',
  answer: apiTokenList,
  handle: ({ platform, caller }) => apiTokenRecords(platform, caller.userId),
})

export const putApiToken = endpoint({
  method: 'PUT',
  path: '/api-tokens/:apiTokenId',
  access: { on: 'user', may: 'change' },
  action: 'api-token.rename',
  summary: 'Changes the name and the description of an API token',
  body: object({ name: string, description: clearable }),
  produces: 'nothing',
  async handle({ platform, caller, params, body: { name, description = '' } }) {
    await renameApiToken(platform, caller.userId, parseApiTokenId(params.apiTokenId), {
      name,
      description,
    })
    return noContent()
  },
})

export const deleteApiToken = endpoint({
  method: 'DELETE',
  path: '/api-tokens/:apiTokenId',
  access: { on: 'user', may: 'change' },
  action: 'api-token.revoke',
  summary: 'Revokes an API token',
  produces: 'nothing',
  async handle({ platform, caller, params }) {
    await revokeApiToken(platform, caller.userId, parseApiTokenId(params.apiTokenId))
    return noContent()
  },
})

import { apiTokenList, newApiTokenAnswer } from '#api/answers/accounts.ts'
import { outcome } from '#api/answers/outcome.ts'
import { confirmedPassword } from '#api/auth/confirmed-password.ts'
import { apiTokenRecord, apiTokenRecords } from '#api/bridge/api-token-record.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { clearable, object, optional, string } from '#kit/schema.ts'
import {
  checkSecondFactor,
  hasSecondFactor,
} from '#platform/identity/access/second-factor/check.ts'
import { renameApiToken, revokeApiToken } from '#platform/identity/access/tokens/api-tokens.ts'
import { issueApiToken } from '#platform/identity/access/tokens/create-api-token.ts'
import { parseApiTokenId } from '#platform/model/ids.ts'

const path = '/v4/berth/self/api-tokens'
const one = `${path}/:apiTokenId` as const

export const listOwnApiTokens = endpoint({
  method: 'GET',
  path,
  access: { on: 'user', may: 'read' },
  summary: 'Lists the API tokens of the user, without their texts, as the bridge does',
  answer: apiTokenList,
  handle: ({ platform, caller }) => apiTokenRecords(platform, caller.userId),
})

export const postOwnApiToken = endpoint({
  method: 'POST',
  path,
  access: { on: 'user', may: 'change' },
  action: 'api-token.create',
  summary:
    'Makes an API token; asks for the password in `X-Clever-Password`, and for a code where there is a second factor',
  body: object({
    name: string,
    description: clearable,
    expirationDate: optional(string),
    mfaCode: optional(string),
  }),
  answer: newApiTokenAnswer,
  async handle(call) {
    const { platform, body, from } = call
    const { name, description = '', expirationDate: expiration, mfaCode: code = '' } = body
    const user = await confirmedPassword(call)
    const isSecondFactorPassed = await hasSecondFactor(platform, user.id)
    if (isSecondFactorPassed) {
      await checkSecondFactor(platform, user, { code, purpose: 'api token', from })
    }
    const proof = { user, isSecondFactorPassed }
    const token = await issueApiToken(platform, proof, { name, description, expiration, from })
    return { apiToken: token.text, ...apiTokenRecord(token, platform.clock()) }
  },
})

export const putOwnApiToken = endpoint({
  method: 'PUT',
  path: one,
  access: { on: 'user', may: 'change' },
  action: 'api-token.rename',
  summary: 'Changes the name and the description of an API token',
  body: object({ name: string, description: clearable }),
  answer: outcome,
  async handle({ platform, caller, params, body: { name, description = '' } }) {
    const id = parseApiTokenId(params.apiTokenId)
    await renameApiToken(platform, caller.userId, id, { name, description })
    return done('The API token was renamed.')
  },
})

export const deleteOwnApiToken = endpoint({
  method: 'DELETE',
  path: one,
  access: { on: 'user', may: 'change' },
  action: 'api-token.revoke',
  summary: 'Revokes an API token',
  answer: outcome,
  async handle({ platform, caller, params }) {
    await revokeApiToken(platform, caller.userId, parseApiTokenId(params.apiTokenId))
    return done('The API token was revoked.')
  },
})

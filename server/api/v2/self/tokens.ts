import { currentTokenAnswer, tokenList } from '#api/answers/accounts.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { consumerToWire, rightsToWire } from '#api/v2/consumer-record.ts'
import {
  revokeAccessToken,
  revokeAccessTokens,
} from '#platform/identity/access/tokens/revoke-access-tokens.ts'
import type { AccessToken } from '#platform/model/identity/access/consumer.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

export const listTokens = endpoint({
  method: 'GET',
  path: '/v2/self/tokens',
  access: { on: 'user', may: 'read' },
  summary: 'Lists the access tokens of the user',
  answer: tokenList,
  async handle({ platform, caller }) {
    const tokens = await platform.store.accessTokens.listOf(caller.userId)
    const valid = tokens.filter(({ expiresAt }) => expiresAt > platform.clock())
    return Promise.all(valid.map((token) => toWire(platform, token)))
  },
})

export const getCurrentToken = endpoint({
  method: 'GET',
  path: '/v2/self/tokens/current',
  access: 'user',
  summary: 'Shows the access token of this call',
  answer: currentTokenAnswer,
  async handle({ platform, caller }) {
    const found = await platform.store.accessTokens.find(caller.credentialId)
    if (!found) throw new Refusal('missing', 'This call was not made with an access token.')
    const expirationDate = new Date(found.expiresAt).toISOString()
    return { ...(await toWire(platform, found)), expirationDate }
  },
})

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/v2/self/tokens/:token',
  access: 'user',
  action: 'access-token.revoke',
  summary: 'Revokes an access token; a program may revoke its own whatever its rights are',
  answer: outcome,
  async handle({ platform, caller, params }) {
    await revokeAccessToken(platform, caller, params.token)
    return done('The access token was revoked.')
  },
})

export const deleteTokens = endpoint({
  method: 'DELETE',
  path: '/v2/self/tokens',
  access: { on: 'user', may: 'change' },
  action: 'access-token.revoke-all',
  summary: 'Revokes every access token of the user, that of this call included',
  answer: outcome,
  async handle({ platform, caller }) {
    await revokeAccessTokens(platform, caller.userId)
    return done('All access tokens were revoked.')
  },
})

async function toWire({ store }: Pick<Platform, 'store'>, token: AccessToken) {
  const consumer = await store.consumers.find(token.consumerKey)
  return {
    token: token.token,
    ...(consumer && { consumer: consumerToWire(consumer) }),
    creationDate: token.createdAt,
    expirationDate: token.expiresAt,
    lastUtilisation: token.lastUsedAt,
    rights: rightsToWire(token.rights),
  }
}

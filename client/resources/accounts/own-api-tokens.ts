import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { passwordHeader } from '#client/http/password-header.ts'
import { path } from '#client/http/path.ts'
import type { ApiToken, NewApiToken } from './api-tokens.ts'

export interface OwnApiTokenInput {
  name: string
  description?: string
  /** ISO 8601, or a duration such as `12h`; absent: a year. */
  expirationDate?: string
  /** One-time password, for users with a second factor. */
  mfaCode?: string
}

const all = '/v4/berth/self/api-tokens'

/** API tokens of the caller, at the API itself; what they are for is the bridge. */
export const ownApiTokens = ({ ask }: Connection) => ({
  list: () => ask<ApiToken[]>({ method: 'GET', path: all }),

  create: (body: OwnApiTokenInput, password: string) =>
    ask<NewApiToken>({ method: 'POST', path: all, body, headers: passwordHeader(password) }),

  rename: (id: string, body: { name: string; description: string }) =>
    ask<Message>({ method: 'PUT', path: `${all}${path`/${id}`}`, body }),

  revoke: (id: string) => ask<Message>({ method: 'DELETE', path: `${all}${path`/${id}`}` }),
})

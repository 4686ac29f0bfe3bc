import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'

/** A user's own credential for scripts. */
export interface ApiToken {
  apiTokenId: string
  userId: string
  name: string
  description?: string
  /** ISO 8601. */
  creationDate: string
  expirationDate: string
  /** IP address it was created from. */
  ip: string
  state: 'ACTIVE' | 'EXPIRED'
}

/** A new API token with its secret, which is shown only once. */
export interface NewApiToken extends Omit<ApiToken, 'userId' | 'ip'> {
  apiToken: string
}

export interface ApiTokenInput {
  email: string
  password: string
  /** One-time password, for users with a second factor. */
  mfaCode?: string
  name: string
  description?: string
  /** ISO 8601, or a duration such as `12h`; absent: a year. */
  expirationDate?: string
}

/** Served by the bridge only. */
export const apiTokens = ({ ask }: Connection) => ({
  create: (body: ApiTokenInput) => ask<NewApiToken>({ method: 'POST', path: '/api-tokens', body }),

  list: () => ask<ApiToken[]>({ method: 'GET', path: '/api-tokens' }),

  rename: (id: string, body: { name: string; description: string }) =>
    ask<void>({ method: 'PUT', path: path`/api-tokens/${id}`, body }),

  revoke: (id: string) => ask<void>({ method: 'DELETE', path: path`/api-tokens/${id}` }),
})

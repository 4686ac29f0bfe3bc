import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { passwordHeader } from '#client/http/password-header.ts'

/** The user whose credentials are used. */
export interface Self {
  id: string
  email: string
  name: string
  phone: string
  address: string
  city: string
  zipcode: string
  /** In capitals, such as `FRANCE`. */
  country: string
  lang: string
  /** URL of the picture; empty without one. */
  avatar: string
  /** Milliseconds since the epoch. */
  creationDate: number
  admin: boolean
  preferredMFA: 'NONE' | 'TOTP'
  hasPassword: boolean
}

/** What users tell about themselves; the country by code or name. */
export type ProfileInput = Partial<
  Pick<Self, 'name' | 'phone' | 'address' | 'city' | 'zipcode' | 'country' | 'lang'>
>

/** An access token issued to a command-line tool through the browser. */
export interface IssuedAccessToken {
  token: string
  secret: string
  expirationDate?: string
}

export interface CurrentAccessToken {
  /** ISO 8601, or milliseconds since the epoch. */
  expirationDate: string | number | null
}

export const self = ({ ask }: Connection) => ({
  get: () => ask<Self>({ method: 'GET', path: '/v2/self' }),

  /** Changes only the given fields. */
  change: (profile: ProfileInput) => ask<Self>({ method: 'PUT', path: '/v2/self', body: profile }),

  /** The access token of this connection. */
  currentAccessToken: () =>
    ask<CurrentAccessToken>({ method: 'GET', path: '/v2/self/tokens/current' }),

  /** Status 404 until the user has approved in the browser, 403 after the user has cancelled. */
  issuedAccessToken: (cliToken: string, machine?: string) =>
    ask<IssuedAccessToken>({
      method: 'GET',
      path: '/v2/self/cli_tokens',
      query: { cli_token: cliToken, machine },
    }),

  /** With `dropTokens`, revokes all tokens of the user, including the one of this request. */
  changePassword: (change: { oldPassword: string; newPassword: string; dropTokens: boolean }) =>
    ask<Message>({ method: 'PUT', path: '/v2/self/change_password', body: change }),

  /** Deletes the account permanently. */
  delete: (password: string) =>
    ask<Message>({ method: 'DELETE', path: '/v2/self', headers: passwordHeader(password) }),
})

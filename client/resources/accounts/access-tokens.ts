import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { Consumer } from './consumers.ts'

/** A token that lets a program act for the user. */
export interface AccessToken {
  token: string
  /** The program it was issued to. */
  consumer: Consumer
  /** Milliseconds since the epoch. */
  creationDate: number
  expirationDate: number
  lastUtilisation: number
  /** Granted rights by name. */
  rights: Record<string, boolean>
}

export const accessTokens = ({ ask }: Connection) => ({
  list: () => ask<AccessToken[]>({ method: 'GET', path: '/v2/self/tokens' }),

  revoke: (token: string) =>
    ask<Message>({ method: 'DELETE', path: path`/v2/self/tokens/${token}` }),

  /** Revokes all tokens, including the one of this request. */
  revokeAll: () => ask<Message>({ method: 'DELETE', path: '/v2/self/tokens' }),
})

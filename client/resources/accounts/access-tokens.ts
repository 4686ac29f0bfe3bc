import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { Consumer } from './consumers.ts'

/** What a program was given to act for the user. */
export interface AccessToken {
  token: string
  /** The program. */
  consumer: Consumer
  /** Milliseconds since the epoch. */
  creationDate: number
  expirationDate: number
  lastUtilisation: number
  /** What it may do, by name. */
  rights: Record<string, boolean>
}

export const accessTokens = ({ ask }: Connection) => ({
  list: () => ask<AccessToken[]>({ method: 'GET', path: '/v2/self/tokens' }),

  revoke: (token: string) =>
    ask<Message>({ method: 'DELETE', path: path`/v2/self/tokens/${token}` }),

  /** The one that this request is signed with included. */
  revokeAll: () => ask<Message>({ method: 'DELETE', path: '/v2/self/tokens' }),
})

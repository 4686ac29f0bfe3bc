import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

/** A browser in which the user is logged in. */
export interface LoginSession {
  id: string
  /** ISO 8601. */
  creationDate: string
  expirationDate: string
  /** Address that the login came from. */
  ip: string
  /** Words for people, such as "Firefox 144" and "Linux"; empty where they are not known. */
  browser: string
  system: string
  /** Whether it is the session of this call. */
  isCurrent: boolean
}

const all = '/v4/berth/self/sessions'

export const sessions = ({ ask }: Connection) => ({
  /** Newest first. */
  list: () => ask<LoginSession[]>({ method: 'GET', path: all }),

  end: (id: string) => ask<Message>({ method: 'DELETE', path: `${all}${path`/${id}`}` }),

  /** Ends all but the session of this call. */
  endOthers: () => ask<Message>({ method: 'DELETE', path: all }),

  /** Logs this browser out. */
  logOut: () => ask<Message>({ method: 'DELETE', path: '/v4/berth/session' }),
})

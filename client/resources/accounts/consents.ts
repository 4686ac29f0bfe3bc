import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

/** A program that the user has given rights to. */
export interface ConsentRecord {
  consumer: { key: string; name: string; description: string; url: string; picture: string }
  /** All rights by name. */
  rights: Record<string, boolean>
  /** ISO 8601. */
  date: string
}

const all = '/v4/berth/self/consents'

export const consents = ({ ask }: Connection) => ({
  /** Newest first. */
  list: () => ask<ConsentRecord[]>({ method: 'GET', path: all }),

  /** Takes the rights back and revokes the program's access tokens. */
  withdraw: (consumerKey: string) =>
    ask<Message>({ method: 'DELETE', path: `${all}${path`/${consumerKey}`}` }),
})

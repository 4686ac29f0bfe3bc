import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

export const emails = ({ ask }: Connection) => ({
  /** The addresses of the user; whether the primary one is among them is for the server to say. */
  list: () => ask<string[]>({ method: 'GET', path: '/v2/self/emails' }),

  /** Has a link mailed to the address; it is the user's once that is followed. */
  add: (email: string) => ask<Message>({ method: 'PUT', path: path`/v2/self/emails/${email}` }),

  /** Makes an address that the user has the primary one. */
  makePrimary: (email: string) =>
    ask<Message>({
      method: 'PUT',
      path: path`/v2/self/emails/${email}`,
      body: { make_primary: true },
    }),

  remove: (email: string) =>
    ask<Message>({ method: 'DELETE', path: path`/v2/self/emails/${email}` }),
})

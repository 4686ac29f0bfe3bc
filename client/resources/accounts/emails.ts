import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

export const emails = ({ ask }: Connection) => ({
  /** E-mail addresses of the user; the server decides whether the primary one is included. */
  list: () => ask<string[]>({ method: 'GET', path: '/v2/self/emails' }),

  /** Sends a confirmation link; the address is added once it is followed. */
  add: (email: string) => ask<Message>({ method: 'PUT', path: path`/v2/self/emails/${email}` }),

  /** Sends the links of addresses that wait for confirmation again. */
  remind: () => ask<Message>({ method: 'GET', path: '/v2/self/confirmation_email' }),

  /** Makes one of the user's addresses the primary one. */
  makePrimary: (email: string) =>
    ask<Message>({
      method: 'PUT',
      path: path`/v2/self/emails/${email}`,
      body: { make_primary: true },
    }),

  remove: (email: string) =>
    ask<Message>({ method: 'DELETE', path: path`/v2/self/emails/${email}` }),
})

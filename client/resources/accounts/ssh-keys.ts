import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

/** A public key authorised to push. */
export interface SshKey {
  name: string
  key: string
  /** In the form `SHA256:…`. */
  fingerprint: string
}

export const sshKeys = ({ ask }: Connection) => ({
  list: () => ask<SshKey[]>({ method: 'GET', path: '/v2/self/keys' }),

  add: (name: string, publicKey: string) =>
    ask<Message>({ method: 'PUT', path: path`/v2/self/keys/${name}`, body: publicKey }),

  remove: (name: string) => ask<Message>({ method: 'DELETE', path: path`/v2/self/keys/${name}` }),
})

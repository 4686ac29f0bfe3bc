import type { Socket } from 'node:net'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { SshFront } from './ssh-front.ts'
import { answerLogins } from './ssh-login.ts'

type Ssh2 = typeof import('ssh2')

export interface SshConnectionOptions {
  ssh2: Ssh2
  front: SshFront
  hostKey: string
  socket: Socket
  /** Called once the client is authenticated. */
  onReady(): void
  /** Aborted when the listener closes: clients are disconnected after their responses. */
  closed: AbortSignal
}

const loginTimeout = 20_000

/** Serves SSH on a socket: authenticates the client and hands it to the service of its user name. */
export function serveSsh(options: SshConnectionOptions): void {
  const { ssh2, front, hostKey, socket, onReady, closed } = options
  const late = setTimeout(() => socket.destroy(), loginTimeout)
  socket.on('close', () => clearTimeout(late))
  // One server per socket, because the library does not expose the socket of a client.
  const server = new ssh2.Server(
    { hostKeys: [hostKey], ident: 'berth', algorithms: { compress: ['none'] } },
    (client) => {
      let login: { caller: Caller; user: string } | undefined
      const onCaller = (caller: Caller, user: string) => {
        login = { caller, user }
      }
      client.on('error', () => {})
      client.on(
        'authentication',
        answerLogins(ssh2, front, { onCaller, onTooMany: () => client.end() }),
      )
      client.on('ready', () => {
        clearTimeout(late)
        onReady()
        const { connections, connectionsPerUser, services } = front
        const slot = login && connections.take(login.caller.userId, connectionsPerUser)
        const service = services.find(({ isFor }) => login && isFor(login.user))
        if (!login || !slot || !service) return void client.end()
        socket.on('close', () => slot[Symbol.dispose]())
        if (socket.destroyed) slot[Symbol.dispose]()
        service.serve({ ...login, client, socket, closed })
      })
    },
  )
  server.injectSocket(socket)
}

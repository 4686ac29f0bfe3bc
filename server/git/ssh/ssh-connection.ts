import type { Socket } from 'node:net'
import type { Connection, ServerChannel, Session } from 'ssh2'
import { type Listener, track } from '#git/git-session.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { converse } from './ssh-conversation.ts'
import { answerLogins } from './ssh-login.ts'

type Ssh2 = typeof import('ssh2')

export interface SshConnectionOptions {
  ssh2: Ssh2
  listener: Listener
  hostKey: string
  socket: Socket
  /** Called once the client is authenticated. */
  onReady(): void
  /** Aborted when the listener closes: clients are disconnected after their responses. */
  closed: AbortSignal
}

const loginTimeout = 20_000
const lingerTimeout = 30_000
const lastTimeout = 2000
const maxChannels = 8
/** Twice the SSH window, and more than we ever leave unsent. */
const maxBuffered = 8 * 1024 * 1024

/** Serves SSH on a socket: authenticates the client and runs its git commands. */
export function serveSsh(options: SshConnectionOptions): void {
  const { ssh2, listener, hostKey, socket, onReady, closed } = options
  const late = setTimeout(() => socket.destroy(), loginTimeout)
  socket.on('close', () => clearTimeout(late))
  // One server per socket, because the library does not expose the socket of a client.
  const server = new ssh2.Server(
    { hostKeys: [hostKey], ident: 'berth', algorithms: { compress: ['none'] } },
    (client) => {
      let caller: Caller | undefined
      const onCaller = (found: Caller) => {
        caller = found
      }
      client.on('error', () => {})
      client.on(
        'authentication',
        answerLogins(ssh2, listener, { onCaller, onTooMany: () => client.end() }),
      )
      client.on('ready', () => {
        clearTimeout(late)
        onReady()
        const { connectionsPerUser } = listener.limits
        const slot = caller && listener.sshConnections.take(caller.userId, connectionsPerUser)
        if (!caller || !slot) return void client.end()
        socket.on('close', () => slot[Symbol.dispose]())
        if (socket.destroyed) slot[Symbol.dispose]()
        serveSessions({ listener, caller, client, socket, closed })
      })
    },
  )
  server.injectSocket(socket)
}

interface LoggedIn {
  listener: Listener
  caller: Caller
  client: Connection
  socket: Socket
  closed: AbortSignal
}

function serveSessions({ listener, caller, client, socket, closed }: LoggedIn): void {
  const channels = new Set<ServerChannel>()
  let leaving: NodeJS.Timeout | undefined
  // Delayed: clients disconnect by themselves after a response, and an immediate disconnect would lose unread data.
  const linger = () => {
    clearTimeout(leaving)
    const leave = () => channels.size === 0 && client.end()
    leaving = setTimeout(leave, closed.aborted ? lastTimeout : lingerTimeout)
  }
  linger()
  closed.addEventListener('abort', linger)
  socket.on('close', () => {
    clearTimeout(leaving)
    closed.removeEventListener('abort', linger)
  })
  // Protects memory against a client that ignores its window or never reads.
  socket.on('data', () => {
    const isFull = [...channels].some((channel) => channel.readableLength > maxBuffered)
    if (isFull || socket.writableLength > maxBuffered) socket.destroy()
  })

  client.on('session', (accept, reject) => {
    if (channels.size >= maxChannels) return reject()
    listen(accept(), (channel, command, protocol) => {
      channels.add(channel)
      const answer = converse({ listener, caller, channel, socket, command, protocol })
      void track(listener, answer).finally(() => {
        channels.delete(channel)
        if (!socket.destroyed) linger()
      })
    })
  })
}

type OnCommand = (channel: ServerChannel, command: string, protocol: string | undefined) => void

/** Waits for the exec request of a session. The library refuses all requests without a listener. */
function listen(session: Session, onCommand: OnCommand): void {
  let protocol: string | undefined
  session.on('env', (accept, reject, { key, val }) => {
    if (key !== 'GIT_PROTOCOL' || !/^version=[012]$/.test(val)) return reject?.()
    protocol = val
    accept?.()
  })
  session.on('exec', (accept, _, { command }) => onCommand(accept(), command, protocol))
  session.on('shell', (accept) => onCommand(accept(), '', undefined))
}

import type { Socket } from 'node:net'
import type { Connection, ServerChannel, Session } from 'ssh2'
import { type Listener, track } from '#git/git-session.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { countSessions, limitBuffers, type SshService } from '#ssh/ssh-front.ts'
import { converse } from './ssh-conversation.ts'

const lingerTimeout = 30_000
const lastTimeout = 2000
const maxChannels = 8

/** Runs the git commands of clients with the user name `git`. */
export const gitOverSsh = (listener: Listener): SshService => ({
  isFor: (user) => user === 'git',
  serve: (client) => serveSessions({ ...client, listener }),
})

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
  limitBuffers(socket, channels)
  const sessions = countSessions(maxChannels)

  client.on('session', (accept, reject) => {
    const session = channels.size < maxChannels && sessions.accept(accept)
    if (!session) return reject()
    listen(session, (channel, command, protocol) => {
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
  const begin = (channel: ServerChannel | undefined, command: string) => {
    // The library has none for a second command in the same session, and answers nothing.
    if (channel) onCommand(channel, command, protocol)
  }
  session.on('exec', (accept, _, { command }) => begin(accept(), command))
  session.on('shell', (accept) => begin(accept(), ''))
}

import type { Connection, ServerChannel } from 'ssh2'
import { countSessions, limitBuffers, type SshClient, type SshService } from '#ssh/ssh-front.ts'
import { forwardCommand } from './forward-port.ts'
import { type ShellOptions, serveChannel } from './shell-channel.ts'
import { listenToSession, type Serve } from './shell-session.ts'
import { isShellUser, parseTarget } from './shell-target.ts'

/** A browser opens more than one through a forwarded port. */
const maxChannels = 16
const lingerTimeout = 30_000
const keepaliveInterval = 30_000

/** Opens shells, commands, file transfers and forwarded ports in instances, for clients that log in as such a user. */
export const shellOverSsh = (options: ShellOptions): SshService => ({
  isFor: isShellUser,
  serve: (client) => serveClient(options, client),
})

function serveClient(options: ShellOptions, sshClient: SshClient): void {
  const { client, socket, caller, user, closed } = sshClient
  const channels = new Set<ServerChannel>()
  const sessions = countSessions(maxChannels)
  // Each session waits for its end.
  socket.setMaxListeners(0)
  limitBuffers(socket, channels)
  const linger = lingering(client, socket, channels, closed)
  // A client that vanished without a word is noticed by the silence after a probe.
  socket.setKeepAlive(true, keepaliveInterval)
  const serve: Serve = (request) => {
    channels.add(request.channel)
    void serveChannel(options, { ...request, caller, socket })
      .catch(options.reportBug)
      .finally(() => {
        channels.delete(request.channel)
        linger()
      })
  }
  client.on('session', (accept, reject) => {
    const session = channels.size < maxChannels && sessions.accept(accept)
    if (!session) return reject()
    listenToSession(session, user, serve)
  })
  client.on('tcpip', (accept, reject, { destIP, destPort }) => {
    const target = parseTarget(user, '')
    const command = forwardCommand(destIP, destPort)
    if (!target || !command || channels.size >= maxChannels) return reject()
    const title = `forward ${destPort}`
    serve({ target: target.target, title, command, channel: accept(), isSilent: true })
  })
}

/** Disconnects a client that has no channel for a while. */
function lingering(
  client: Connection,
  socket: SshClient['socket'],
  channels: Set<ServerChannel>,
  closed: AbortSignal,
): () => void {
  let leaving: NodeJS.Timeout | undefined
  const linger = () => {
    clearTimeout(leaving)
    if (socket.destroyed) return
    leaving = setTimeout(
      () => channels.size === 0 && client.end(),
      closed.aborted ? 0 : lingerTimeout,
    )
  }
  linger()
  closed.addEventListener('abort', linger)
  socket.on('close', () => {
    clearTimeout(leaving)
    closed.removeEventListener('abort', linger)
  })
  return linger
}

import type { ServerChannel } from 'ssh2'
import { countSessions, limitBuffers, type SshClient, type SshService } from '#ssh/ssh-front.ts'
import { forwardCommand } from './forward-port.ts'
import { type ShellOptions, serveChannel } from './shell-channel.ts'
import { listenToSession, type Serve } from './shell-session.ts'
import { isShellUser, parseTarget } from './shell-target.ts'

/** A browser opens more than one through a forwarded port. */
const maxChannels = 16
const usualLook = 30_000
/** A client that has its exit code leaves by itself. */
const lastTimeout = 1000
/** A client that reads nothing does not take the end of its connection. */
const endTimeout = 30_000
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
  // A client that vanished without a word is noticed by the silence after a probe.
  socket.setKeepAlive(true, keepaliveInterval)
  const revoked = new AbortController()
  const onRevoked = () => revoked.abort()
  const linger = lingering(options, sshClient, channels, AbortSignal.any([closed, revoked.signal]))
  const serve: Serve = (request) => {
    channels.add(request.channel)
    void serveChannel(options, { ...request, caller, socket, onRevoked })
      .catch(options.reportBug)
      .finally(() => {
        channels.delete(request.channel)
        linger()
      })
  }
  client.on('session', (accept, reject) => {
    const hasRoom = channels.size < maxChannels && !revoked.signal.aborted
    const session = hasRoom && sessions.accept(accept)
    if (!session) return reject()
    listenToSession(session, user, serve)
  })
  client.on('tcpip', (accept, reject, { destIP, destPort }) => {
    const target = parseTarget(user, '')
    const command = forwardCommand(destIP, destPort)
    const hasRoom = channels.size < maxChannels && !revoked.signal.aborted
    if (!target || !command || !hasRoom) return reject()
    const title = `forward ${destPort}`
    serve({ target: target.target, title, command, channel: accept(), isSilent: true })
  })
}

/**
 * Looks now and then at a client that has no channel, as one that forwards a port which nobody uses: it is disconnected when
 * its credential has ended, or after the idle timeout; at once when it may have no channel any more.
 */
function lingering(
  { idleTimeout, lookEvery = usualLook, isRevoked, reportBug }: ShellOptions,
  { client, socket, caller }: SshClient,
  channels: Set<ServerChannel>,
  over: AbortSignal,
): () => void {
  let looking: NodeJS.Timeout | undefined
  let idleUntil = 0
  const leave = () => {
    if (channels.size > 0) return
    client.end()
    looking = setTimeout(() => socket.destroy(), endTimeout)
  }
  const look = async () => {
    if (channels.size > 0) return
    const isOver = performance.now() >= idleUntil || (await isRevoked(caller))
    if (channels.size > 0 || socket.destroyed) return
    if (isOver) leave()
    else looking = setTimeout(lookSoon, lookEvery)
  }
  const lookSoon = () => void look().catch(reportBug)
  const linger = () => {
    clearTimeout(looking)
    if (socket.destroyed) return
    idleUntil = performance.now() + idleTimeout
    looking = over.aborted ? setTimeout(leave, lastTimeout) : setTimeout(lookSoon, lookEvery)
  }
  linger()
  over.addEventListener('abort', linger)
  socket.on('close', () => {
    clearTimeout(looking)
    over.removeEventListener('abort', linger)
  })
  return linger
}

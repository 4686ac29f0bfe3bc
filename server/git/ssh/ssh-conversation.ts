import type { Socket } from 'node:net'
import type { ServerChannel } from 'ssh2'
import { serveFetch } from '#git/fetch.ts'
import {
  type GitService,
  type Listener,
  openSession,
  sentenceOf,
  unlessDeleted,
} from '#git/git-session.ts'
import { startReceivePack } from '#git/push/receive-pack.ts'
import { receivePush } from '#git/push/receive-push.ts'
import { readBytes } from '#git/wire/byte-reader.ts'
import { type Outlet, room, writeTo } from '#git/wire/outlet.ts'
import { errorPacket } from '#git/wire/pkt-line.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { isId } from '#kit/text/ids.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

export interface SshConversation {
  listener: Listener
  caller: Caller
  channel: ServerChannel
  socket: Socket
  command: string
  /** Protocol version requested by the client. */
  protocol: string | undefined
}

const onlyGit = 'Only git push, git fetch and git clone are available.'
/** Long, because a client may compress its pack for a while without sending. */
const idleTimeout = 600_000

/** Serves one command of an authenticated client and closes its channel. */
export async function converse(conversation: SshConversation): Promise<void> {
  const { channel, socket } = conversation
  const idle = setTimeout(() => socket.destroy(), idleTimeout)
  const restartTimer = () => void idle.refresh()
  channel.on('readable', restartTimer)
  try {
    channel.exit(await serve(conversation, channelOutlet(channel, socket, restartTimer)))
  } finally {
    clearTimeout(idle)
    channel.end()
    // The channel closes only after all data of the client has been read.
    channel.removeAllListeners('readable').resume()
  }
}

async function serve(
  { listener, caller, channel, socket, command, protocol }: SshConversation,
  outlet: Outlet,
) {
  const exec = parseExecCommand(command)
  if (!exec) {
    channel.stderr.write(`${onlyGit}\r\n`)
    return 1
  }
  const { service, applicationId } = exec
  const input = readBytes(channel)
  try {
    const from = plainAddress(socket.remoteAddress ?? '')
    using admission = await openSession(listener, { caller, from }, applicationId, service)
    try {
      if (service === 'git-upload-pack') {
        return await serveFetch(listener, admission, {
          input,
          outlet,
          protocol,
          isStateless: false,
        })
      }
      using receivePack = await startReceivePack(listener, admission)
      await outlet.write(receivePack.advertisement)
      await receivePush(listener, admission, { receivePack, input, outlet })
      return 0
    } catch (error) {
      throw await unlessDeleted(listener, admission, error)
    }
  } catch (error) {
    await outlet.write(errorPacket(sentenceOf(listener, error)))
    return 1
  }
}

function channelOutlet(channel: ServerChannel, socket: Socket, onWrite: () => void): Outlet {
  const gone = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  return {
    get isGone() {
      return socket.destroyed || !channel.writable
    },
    async write(bytes) {
      onWrite()
      await Promise.race([writeTo(channel, bytes), gone])
      // The library fills the client's window regardless of the socket's buffer.
      if (socket.writableNeedDrain) await room(socket)
    },
  }
}

interface ExecCommand {
  service: GitService
  applicationId: ApplicationId
}

const gitCommand = /^git[ -](receive-pack|upload-pack) (['"]?)\/?([a-z0-9_-]{1,64})\.git\/?\2$/

/** Parses the exec command of a git client; `undefined` for anything else. */
function parseExecCommand(command: string): ExecCommand | undefined {
  const [, verb, , applicationId = ''] = gitCommand.exec(command) ?? []
  if (!verb || !isId('app', applicationId)) return undefined
  return {
    service: verb === 'receive-pack' ? 'git-receive-pack' : 'git-upload-pack',
    applicationId,
  }
}

import type { Socket } from 'node:net'
import type { ServerChannel } from 'ssh2'
import { plainAddress } from '#kit/net/plain-address.ts'
import type {
  InstanceSession,
  SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import type { Shells } from '#platform/model/hosting/instances/shells.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { attachSession } from './attach-session.ts'

/** What the shell listener asks of its surroundings. */
export interface ShellOptions {
  shells: Pick<Shells, 'open'>
  /** Milliseconds without input and output after which a session is closed. */
  idleTimeout: number
  /** Logs an unexpected error for the operator, and returns its id. */
  reportBug(error: unknown): string
  /** Installs the program that transfers files, if it is missing and may be installed. */
  provideFileServer(): Promise<void>
}

export interface ChannelRequest
  extends Pick<SessionRequest, 'command' | 'terminal' | 'environment'> {
  caller: Caller
  target: string
  title: string
  channel: ServerChannel
  socket: Socket
  /** Called once it runs, for sizes and signals. */
  onSession?(session: InstanceSession): void
  /** Nothing but its own protocol may be printed. */
  isSilent?: boolean
  /** Whether files are transferred. */
  isTransfer?: boolean
}

const refusedCode = 1

/** Runs one session of a client in a channel, until the command or the channel ends. */
export async function serveChannel(
  options: ShellOptions,
  { channel, socket, onSession, isSilent = false, isTransfer = false, ...request }: ChannelRequest,
): Promise<void> {
  const gone = new AbortController()
  const leave = () => gone.abort(new Error('the client is gone'))
  channel.on('close', leave)
  // The library ends this stream as soon as the client closes the channel, but says 'close' only once all input was read.
  channel.stderr.on('finish', leave)
  socket.on('close', leave)
  for (const stream of [channel, channel.stderr]) stream.on('error', () => {})
  const say = (sentence: string) => {
    if (channel.stderr.writable && !isSilent) channel.stderr.write(`\r\n${sentence}\r\n`)
  }
  const idle = setTimeout(() => {
    say('Nothing happened for too long: the session ends.')
    leave()
  }, options.idleTimeout)
  try {
    if (isTransfer) await options.provideFileServer()
    const session = await options.shells.open({
      ...request,
      from: plainAddress(socket.remoteAddress ?? ''),
      signal: gone.signal,
      say,
    })
    onSession?.(session)
    const onTraffic = () => void idle.refresh()
    const code = await attachSession({ channel, socket, session, gone: gone.signal, onTraffic })
    channel.exit(code)
  } catch (error) {
    if (!gone.signal.aborted) {
      const sentence = sentenceOf(options, error)
      if (channel.stderr.writable) channel.stderr.write(`${sentence}\r\n`)
      channel.exit(refusedCode)
    }
  } finally {
    clearTimeout(idle)
    socket.off('close', leave)
    channel.end()
    channel.resume()
  }
}

function sentenceOf({ reportBug }: ShellOptions, error: unknown): string {
  if (error instanceof Refusal) return `${error.message.replace(/\.$/, '')}.`
  return `Something went wrong in Berth (${reportBug(error)}); please try again.`
}

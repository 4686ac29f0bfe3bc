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
  /** Milliseconds without input and output after which a session is closed, and a connection without one. */
  idleTimeout: number
  /** Milliseconds after which a connection without a session is looked at; 30 s when absent. */
  lookEvery?: number
  /** Whether the credential of a client has ended since its login. */
  isRevoked(caller: Caller): Promise<boolean>
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
  /** Called when the credential of the client has ended. */
  onRevoked?(): void
}

const refusedCode = 1
/** Milliseconds in which a client can take the rest of a session that the platform has ended. */
const outputTimeout = 5000

/** Runs one session of a client in a channel, until the command or the channel ends. */
export async function serveChannel(
  options: ShellOptions,
  { channel, socket, onSession, onRevoked, isSilent = false, ...more }: ChannelRequest,
): Promise<void> {
  const { isTransfer = false, ...request } = more
  const gone = new AbortController()
  const leave = () => gone.abort(new Error('the client is gone'))
  channel.on('close', leave)
  // The library ends this stream as soon as the client closes the channel, but says 'close' only once all input was read.
  channel.stderr.on('finish', leave)
  socket.on('close', leave)
  for (const stream of [channel, channel.stderr]) stream.on('error', () => {})
  // Only a terminal in raw mode needs the carriage return; of two, the second would be one too many.
  const write = (sentence: string) => {
    if (!channel.stderr.writable) return
    channel.stderr.write(request.terminal ? `\r\n${sentence}\r\n` : `${sentence}\n`)
  }
  let isForced = false
  const say = (sentence: string, isLast = false) => {
    if (isLast) isForced = true
    if (!isSilent) write(sentence)
  }
  let rest: NodeJS.Timeout | undefined
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
    void session.ended.then(() => {
      if (isForced) rest = setTimeout(leave, outputTimeout)
    })
    const onTraffic = () => void idle.refresh()
    const code = await attachSession({ channel, socket, session, gone: gone.signal, onTraffic })
    channel.exit(code)
  } catch (error) {
    if (!gone.signal.aborted) {
      write(sentenceOf(options, error))
      channel.exit(refusedCode)
    }
    if (error instanceof Refusal && error.kind === 'unauthenticated') onRevoked?.()
  } finally {
    clearTimeout(idle)
    clearTimeout(rest)
    socket.off('close', leave)
    // What nobody reads would keep the channel open.
    if (gone.signal.aborted) channel.destroy()
    else channel.end()
    channel.resume()
  }
}

function sentenceOf({ reportBug }: ShellOptions, error: unknown): string {
  if (error instanceof Refusal) return `${error.message.replace(/\.$/, '')}.`
  return `Something went wrong in Berth (${reportBug(error)}); please try again.`
}

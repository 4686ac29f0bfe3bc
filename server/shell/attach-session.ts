import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServerChannel } from 'ssh2'
import type { InstanceSession } from '#platform/model/hosting/instances/instance-session.ts'

export interface AttachOptions {
  channel: ServerChannel
  socket: Socket
  session: InstanceSession
  /** Aborted when the client has left the channel. */
  gone: AbortSignal
  /** Called with each input and output. */
  onTraffic(): void
}

/** Connects the streams of a session with a channel; resolves to the exit code once all output was passed on. */
export async function attachSession(options: AttachOptions): Promise<number> {
  const { channel, session, onTraffic } = options
  channel.on('data', onTraffic)
  channel.pipe(session.stdin)
  channel.on('close', () => session.stdin.end())
  const [code] = await Promise.all([
    session.ended,
    pump(session.stdout, channel, options),
    pump(session.stderr, channel.stderr, options),
  ])
  return code
}

/** Passes output on, no faster than the client reads it. What a client that is gone does not read is dropped. */
async function pump(
  from: Readable,
  to: Writable,
  { socket, gone, onTraffic }: AttachOptions,
): Promise<void> {
  try {
    for await (const bytes of from) {
      if (gone.aborted || !to.writable) continue
      onTraffic()
      if (!to.write(bytes)) await drained(to, gone)
      // The library fills the client's window regardless of the socket's buffer.
      if (socket.writableNeedDrain) await drained(socket, gone)
      // Encrypting takes time: other clients have their turn after each chunk.
      await nextTurn()
    }
  } catch (error) {
    if (!from.destroyed) throw error
  }
}

/** Waits until a stream takes more, or the client is gone. */
const drained = (stream: Writable, signal: AbortSignal) =>
  once(stream, 'drain', { signal }).catch(() => {})

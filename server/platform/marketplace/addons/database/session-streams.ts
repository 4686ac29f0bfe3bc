import { type Duplex, Readable, Writable } from 'node:stream'
import type { InstanceSession } from '#platform/model/hosting/instances/instance-session.ts'
import { cleanSize } from '#platform/model/hosting/instances/instance-session.ts'
import {
  createFrameReader,
  type Frame,
  frameKinds,
  framesOf,
  messageFrame,
  readMessage,
  type SessionMessage,
} from '#protocol/databases/session-frames.ts'

const lost = 255

/**
 * A session over a connection with a provider. Neither side sends what the other does not take: the connection is paused
 * while an output is full, and the input while the connection is.
 */
export function sessionOver(
  socket: Duplex,
  { signal, say }: { signal: AbortSignal; say(sentence: string): void },
): InstanceSession {
  const read = createFrameReader()
  const resume = () => void socket.resume()
  const stdout = new Readable({ read: resume })
  const stderr = new Readable({ read: resume })
  const { promise, resolve } = Promise.withResolvers<number>()
  let code = lost
  const tell = (message: SessionMessage) =>
    void (socket.writable && !socket.writableNeedDrain && socket.write(messageFrame(message)))
  const stdin = new Writable({
    write(chunk: Buffer, _, done) {
      if (!socket.writable) return done()
      if (socket.write(framesOf(frameKinds.input, chunk))) return done()
      waiting = done
    },
    final(done) {
      if (socket.writable) socket.write(messageFrame({ endOfInput: true }))
      done()
    },
  })
  let waiting: (() => void) | undefined
  const goOn = () => {
    waiting?.()
    waiting = undefined
  }
  const take = ({ kind, payload }: Frame) => {
    const output =
      kind === frameKinds.output ? stdout : kind === frameKinds.errors ? stderr : undefined
    if (output) {
      if (!output.push(Buffer.from(payload))) socket.pause()
      return
    }
    const message = kind === frameKinds.message ? readMessage(payload) : undefined
    if (message && 'exit' in message) code = message.exit
    if (message && 'note' in message) say(message.note.slice(0, 500))
  }
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const frame of read(chunk)) take(frame)
    } catch {
      socket.destroy()
    }
  })
  socket.on('drain', goOn)
  socket.on('error', () => socket.destroy())
  const leave = () => void socket.destroy()
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  const finish = () => {
    signal.removeEventListener('abort', leave)
    goOn()
    stdout.push(null)
    stderr.push(null)
    socket.destroy()
    resolve(code)
  }
  socket.once('end', finish).once('close', finish)
  return {
    stdin,
    stdout,
    stderr,
    ended: promise,
    resize(size) {
      const { columns, rows } = cleanSize(size)
      tell({ size: `${columns}x${rows}` })
    },
    sendSignal: (name) => tell({ signal: name }),
  }
}

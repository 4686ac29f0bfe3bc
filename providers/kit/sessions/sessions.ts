import { connect, type Socket } from 'node:net'
import type { Duplex, Readable, Writable } from 'node:stream'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import {
  createFrameReader,
  emptyFrame,
  type FrameKind,
  frameKinds,
  framesOf,
  messageFrame,
  readMessage,
  type SessionMessage,
} from '#protocol/databases/session-frames.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { SessionHooks } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import type { TenantCommand, TenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'

export interface SessionOptions {
  programs: TenantPrograms
  /** The client of the database for a shell. */
  shell(resource: Resource, args: readonly string[]): Promise<Omit<TenantCommand, 'timeout'>>
  /** Port of the server, for a tunnel. */
  portOf(resource: Resource): Promise<number>
  timeouts?: Partial<SessionTimeouts>
}

/** Milliseconds. */
interface SessionTimeouts {
  /** Without a byte, after which a session ends. */
  idle: number
  /** From its begin to its end, whatever goes through it. */
  longest: number
  /** Until a connection is closed whose platform does not take the end. */
  close: number
}

export interface Sessions extends SessionHooks {
  endOf(resource: Pick<Resource, 'id'>): void
}

/** Streams of a session on our side. */
interface Ends {
  input: Writable
  output: Readable
  errors: Readable | undefined
  control(message: SessionMessage): void
  /** Exit code. */
  ended: Promise<number>
  hangUp(): void
}

const usual: SessionTimeouts = { idle: 30 * 60_000, longest: 12 * 60 * 60_000, close: 60_000 }
const hangUpTimeout = 15_000
/** Milliseconds between looks whether a platform is there whose input is not read, because the command takes none. */
const lookEvery = 5000
const maxTunnels = { all: 200, owner: 60, resource: 20 }
const killed = 137

/**
 * Shells and tunnels to databases. A shell is the client of the database in a sandbox, with or without a terminal; a
 * tunnel is a connection to the server, which asks for a password as it does anywhere.
 */
export function createSessions(options: SessionOptions): Sessions {
  const { programs } = options
  const timeouts = { ...usual, ...options.timeouts }
  const slots = createKeyedSlots()
  const open = new Map<Duplex, string>()

  async function openShell(
    resource: Resource,
    { size, term }: { size: string; term: string },
  ): Promise<Ends> {
    const command = await options.shell(resource, [])
    const env = { ...command.env, TERM: term || 'dumb' }
    const program = await programs.start(resource, {
      ...command,
      env,
      // It is hung up before.
      timeout: timeouts.longest + 2 * hangUpTimeout,
      session: { size },
    })
    const { child, control } = program
    const { stdin, stdout, stderr } = child
    if (!stdin || !stdout || !stderr || !control) throw new Error('a session has no streams')
    control.resume()
    const tell = (line: string) =>
      void (control.writable && !control.writableNeedDrain && control.write(`${line}\n`))
    return {
      input: stdin,
      output: stdout,
      errors: stderr,
      ended: program.ended.then((end) => (/^\d+$/.test(end) ? Number(end) : killed)),
      control(message) {
        if ('size' in message) tell(`size ${message.size}`)
        if ('signal' in message) tell(`signal ${message.signal}`)
      },
      hangUp() {
        control.destroy()
        const timer = setTimeout(() => program[Symbol.dispose](), hangUpTimeout).unref()
        void program.ended.finally(() => clearTimeout(timer)).catch(() => {})
      },
    }
  }

  async function openTunnel(resource: Resource): Promise<Ends> {
    using taken = new DisposableStack()
    for (const [key, max] of [
      ['all', maxTunnels.all],
      [`owner ${resource.ownerId}`, maxTunnels.owner],
      [resource.id, maxTunnels.resource],
    ] as const) {
      const slot = slots.take(key, max)
      if (!slot)
        throw new DeclinedError('Too many connections go through tunnels: end one first.', 429)
      taken.use(slot)
    }
    const port = await options.portOf(resource)
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const held = taken.move()
    const ended = new Promise<number>((resolve) => {
      socket.once('close', () => {
        held.dispose()
        resolve(0)
      })
    })
    socket.on('error', () => socket.destroy())
    return {
      input: socket,
      output: socket,
      errors: undefined,
      ended,
      control: () => {},
      hangUp: () => socket.destroy(),
    }
  }

  return {
    async open(resource, request) {
      const ends =
        request.kind === 'shell' ? await openShell(resource, request) : await openTunnel(resource)
      return (socket) => {
        open.set(socket, resource.id)
        socket.once('close', () => open.delete(socket))
        if (socket.destroyed) open.delete(socket)
        join(socket as Socket, ends, timeouts)
      }
    },
    close() {
      for (const socket of open.keys()) socket.destroy()
    },
    endOf({ id }) {
      for (const [socket, owner] of open) if (owner === id) socket.destroy()
    },
  }
}

/** Passes frames to a session and from it, none of which is read faster than it is taken. */
function join(socket: Socket, ends: Ends, timeouts: SessionTimeouts): void {
  const { input, output, errors, control, hangUp } = ends
  const read = createFrameReader()
  let closing: NodeJS.Timeout | undefined
  const end = (note: string) => {
    if (socket.writable) socket.write(messageFrame({ note }))
    hangUp()
    closing ??= setTimeout(leave, timeouts.close)
  }
  const idle = () => end('The session ends, because nothing has happened in it.')
  const timer = setTimeout(idle, timeouts.idle)
  const touch = () => void timer.refresh()
  const last = setTimeout(() => end('The session ends: none is longer.'), timeouts.longest)
  // The end of what is not read is not seen; what is written to nobody is.
  const looks = setInterval(() => {
    if (socket.isPaused() && socket.writable && !socket.writableNeedDrain) socket.write(emptyFrame)
  }, lookEvery)
  function leave(): void {
    for (const each of [timer, last, closing]) clearTimeout(each)
    clearInterval(looks)
    hangUp()
    socket.destroy()
  }
  input.on('error', () => {})
  socket.on('error', leave)
  // The platform does not close one half: it has left.
  socket.on('end', leave)
  socket.on('close', leave)
  socket.on('data', (chunk: Buffer) => {
    touch()
    try {
      for (const { kind, payload } of read(chunk)) {
        if (kind === frameKinds.input) {
          if (input.writable && !input.write(payload)) socket.pause()
          continue
        }
        const message = kind === frameKinds.message ? readMessage(payload) : undefined
        if (message && 'endOfInput' in message) input.end()
        else if (message) control(message)
      }
    } catch {
      leave()
    }
  })
  input.on('drain', () => socket.resume())
  input.on('close', () => socket.resume())
  const send = (kind: FrameKind, stream: Readable) => {
    stream.on('error', () => {})
    stream.on('data', (chunk: Buffer) => {
      touch()
      if (socket.writable && !socket.write(framesOf(kind, chunk))) {
        stream.pause()
        socket.once('drain', () => stream.resume())
      }
    })
    return new Promise<void>((resolve) => stream.once('close', resolve))
  }
  const sent = [
    send(frameKinds.output, output),
    ...(errors ? [send(frameKinds.errors, errors)] : []),
  ]
  void Promise.all([ends.ended.catch(() => killed), ...sent]).then(([code]) => {
    clearTimeout(timer)
    if (socket.writable) socket.end(messageFrame({ exit: code }))
    if (!socket.destroyed) closing ??= setTimeout(leave, timeouts.close)
  })
  // The platform has left while the session was being opened.
  if (socket.destroyed) leave()
}

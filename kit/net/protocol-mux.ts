import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { ClientLimits } from './limits/client-limits.ts'

/** A server that does not listen itself, or a factory called at its first connection. */
export type Receiver = Server | (() => Server)

export interface ProtocolMuxOptions {
  host: string
  /** 0 chooses a free port. */
  port: number
  /** An inherited file descriptor of a socket that listens already, instead of host and port. */
  fd?: number | undefined
  /** A `node:https` (or `node:tls`) server for connections that begin with a TLS handshake. */
  onTls?: Receiver
  /** A `node:http` server for connections that begin with a request. */
  onHttp?: Receiver
  /** Gets connections with an SSH greeting, and those that are silent for `silence`. */
  onSsh?: (socket: Socket) => void
  /**
   * Milliseconds after which a silent connection counts as SSH: `ssh-keyscan` and a few others wait for the server's
   * greeting. Only time in which this process ran when it should counts.
   */
  silence?: number
  /** Timeout for the first bytes of a connection, in milliseconds. */
  firstBytesTimeout?: number
  /** Counts the connections, and has some closed for others; without it only the process limits them. */
  clients?: ClientLimits
  /** Lets another process of this user that does the same listen on the port at the same time (`SO_REUSEPORT`). */
  reusePort?: boolean
}

export interface ProtocolMux {
  readonly port: number
  /** File descriptor of the listening socket, for a child process. */
  readonly fd: number
  /**
   * Stops accepting, closes idle connections, drains requests in flight for up to `timeout`, then closes the rest. With
   * `idleGrace`, idle connections stay for so many milliseconds, because a request may already be on its way.
   */
  close(timeout?: number, idleGrace?: number): Promise<void>
}

type HttpServer = Server & {
  closeIdleConnections?(): void
  /** Tells clients to use other connections; for protocols in which the server can. */
  drainConnections?(): void
}

/**
 * Listens on one port for several protocols and passes each connection, with all its bytes, to the server of its
 * protocol.
 */
export async function openProtocolMux(options: ProtocolMuxOptions): Promise<ProtocolMux> {
  const { onTls, onHttp, onSsh, silence = 300, firstBytesTimeout = 10_000 } = options
  const { clients = new ClientLimits({ maxPerClient: 0 }) } = options
  const connections = new Set<Socket>()
  const undecided = new Set<Socket>()
  const awake = new Map<Receiver, HttpServer>()
  const wake = (receiver: Receiver): HttpServer => {
    const known = awake.get(receiver)
    if (known) return known
    const server = typeof receiver === 'function' ? receiver() : receiver
    awake.set(receiver, server)
    // Node's HTTP servers start their timeouts for slow and idle connections at this event.
    server.emit('listening')
    return server
  }

  const listener = createServer({ noDelay: true }, (socket) => {
    if (!clients.open(socket)) return socket.destroy()
    connections.add(socket)
    undecided.add(socket)
    let seen: Buffer = Buffer.alloc(0)
    // On a busy machine a timer fires before bytes are read that have long arrived: they are read first.
    const afterReading = (act: () => void) => setImmediate(() => undecided.has(socket) && act())
    const assumeSsh = () => seen.length === 0 && handOver('ssh')
    const stopCounting = onSsh && afterQuietTime(silence, () => afterReading(assumeSsh))
    const late = setTimeout(() => afterReading(() => socket.destroy()), firstBytesTimeout)

    const decided = () => {
      stopCounting?.()
      clearTimeout(late)
      undecided.delete(socket)
      socket.off('data', look).off('error', ignore).off('end', leave)
    }
    const handOver = (speech: 'tls' | 'http' | 'ssh') => {
      const receiver = { tls: onTls, http: onHttp, ssh: undefined }[speech]
      if (!receiver && !(speech === 'ssh' && onSsh)) return socket.destroy()
      decided()
      socket.pause()
      if (seen.length > 0) socket.unshift(seen)
      if (receiver) wake(receiver).emit('connection', socket)
      else onSsh?.(socket)
      // A TLS server reads unshifted bytes by itself; the others need the socket to flow.
      if (speech !== 'tls') process.nextTick(() => socket.resume())
    }
    const look = (chunk: Buffer) => {
      seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk])
      const speech = speechOf(seen)
      if (speech === 'unknown') socket.destroy()
      else if (speech !== 'undecided') handOver(speech)
    }
    const leave = () => socket.destroy()
    socket.on('data', look).on('error', ignore).on('end', leave)
    socket.on('close', () => {
      decided()
      connections.delete(socket)
    })
  })

  const { reusePort = false, fd } = options
  const { port, host } = options
  listener.listen(fd === undefined ? { port, host, reusePort, backlog } : { fd, backlog })
  await once(listener, 'listening')

  return {
    port: (listener.address() as AddressInfo).port,
    fd: fdOf(listener),
    async close(timeout = 5000, idleGrace = 0) {
      const closed = once(listener, 'close')
      listener.close()
      for (const server of awake.values()) server.drainConnections?.()
      const begin = performance.now()
      const endIdle = () => {
        for (const socket of undecided) socket.destroy()
        for (const server of awake.values()) server.closeIdleConnections?.()
      }
      const endIdleInTime = () => {
        // A loop reads between its timers and this: a connection with a request that nobody has read yet looks idle.
        if (performance.now() - begin >= idleGrace) setImmediate(endIdle)
      }
      setTimeout(endIdleInTime)
      const sweep = setInterval(endIdleInTime, 50)
      const end = setTimeout(() => {
        for (const socket of connections) socket.destroy()
      }, timeout)
      await closed
      clearInterval(sweep)
      clearTimeout(end)
      for (const server of awake.values()) server.close()
    },
  }
}

/** Connections that wait to be accepted, as many as the kernel allows: in a flood those of others are among them. */
const backlog = 4096

const ignore = () => {}

const tick = 100

/**
 * Calls back after `wait` milliseconds of ticks that came in time; returns what cancels it. A late tick says that the
 * machine is busy or was paused: a TLS client on it has not sent its first bytes either, and would fail on the greeting
 * of another protocol.
 */
function afterQuietTime(wait: number, callback: () => void): () => void {
  let rest = wait
  let timer: NodeJS.Timeout
  const next = () => {
    const length = Math.min(tick, rest)
    const due = performance.now() + length
    timer = setTimeout(() => {
      const isLate = performance.now() - due > tick / 2
      if (!isLate) rest -= length
      if (rest > 0) next()
      else callback()
    }, length)
  }
  next()
  return () => clearTimeout(timer)
}

/** Node has no public name for it; a listening socket can only be given to another process by its descriptor. */
const fdOf = (server: Server): number => (server as Server & { _handle: { fd: number } })._handle.fd

/** Protocol of a connection; `undecided` until more bytes have arrived. */
type Speech = 'tls' | 'http' | 'ssh' | 'unknown' | 'undecided'

const sshGreeting = 'SSH-'
const tlsHandshake = 0x16

/** Detects the protocol from the first bytes of a client, which differ in all of them. */
function speechOf(bytes: Buffer): Speech {
  const first = bytes[0]
  if (first === undefined) return 'undecided'
  if (first === tlsHandshake) return 'tls'
  const text = bytes.toString('latin1', 0, sshGreeting.length)
  if (text === sshGreeting) return 'ssh'
  // Methods such as SEARCH share the first letter with SSH.
  if (sshGreeting.startsWith(text)) return 'undecided'
  return /^[A-Za-z\r\n]/.test(text) ? 'http' : 'unknown'
}

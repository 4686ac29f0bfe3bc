import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { speechOf } from './first-bytes.ts'

export interface OnePortOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  /** A `node:https` (or `node:tls`) server that does not listen itself: takes the connections that begin with a TLS handshake. */
  onTls?: Server
  /** A `node:http` server that does not listen itself: takes the connections that begin with a request. */
  onHttp?: Server
  /** Takes the connections that greet as SSH clients do, and those that say nothing for `silence`. */
  onSsh?: (socket: Socket) => void
  /** Milliseconds after which a silent connection counts as SSH: some of its clients wait for the server's greeting. */
  silence?: number
  /** Milliseconds that a connection has to show what it speaks. */
  firstBytesDeadline?: number
}

export interface OnePort {
  readonly port: number
  /** Stops accepting, ends idle connections, gives requests under way so many milliseconds, then ends them too. */
  close(deadline?: number): Promise<void>
}

type HttpServer = Server & { closeIdleConnections?(): void }

/** Listens on one port for several protocols and hands each connection, with all its bytes, to the one who speaks it. */
export async function openOnePort(options: OnePortOptions): Promise<OnePort> {
  const { onTls, onHttp, onSsh, silence = 300, firstBytesDeadline = 10_000 } = options
  const connections = new Set<Socket>()
  const undecided = new Set<Socket>()
  const receivers: HttpServer[] = [onTls, onHttp].filter((receiver) => receiver !== undefined)

  const listener = createServer({ noDelay: true }, (socket) => {
    connections.add(socket)
    undecided.add(socket)
    let seen: Buffer = Buffer.alloc(0)
    const silent = onSsh && setTimeout(() => seen.length === 0 && handOver('ssh'), silence)
    const late = setTimeout(() => socket.destroy(), firstBytesDeadline)

    const decided = () => {
      clearTimeout(silent)
      clearTimeout(late)
      undecided.delete(socket)
      socket.off('data', look).off('error', ignore).off('end', leave)
    }
    const handOver = (speech: 'tls' | 'http' | 'ssh') => {
      const receiver = { tls: onTls, http: onHttp, ssh: onSsh }[speech]
      if (!receiver) return socket.destroy()
      decided()
      socket.pause()
      if (seen.length > 0) socket.unshift(seen)
      if (typeof receiver === 'function') receiver(socket)
      else receiver.emit('connection', socket)
      // A TLS server reads what was put back by itself; the others wait for it to flow.
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

  listener.listen({ port: options.port, host: options.host })
  await once(listener, 'listening')
  // Node's HTTP servers watch over slow and idle connections only from this event on.
  for (const receiver of receivers) receiver.emit('listening')

  return {
    port: (listener.address() as AddressInfo).port,
    async close(deadline = 5000) {
      const closed = once(listener, 'close')
      listener.close()
      for (const socket of undecided) socket.destroy()
      const endIdle = () => {
        for (const receiver of receivers) receiver.closeIdleConnections?.()
      }
      endIdle()
      const sweep = setInterval(endIdle, 50)
      const end = setTimeout(() => {
        for (const socket of connections) socket.destroy()
      }, deadline)
      await closed
      clearInterval(sweep)
      clearTimeout(end)
      for (const receiver of receivers) receiver.close()
    },
  }
}

const ignore = () => {}

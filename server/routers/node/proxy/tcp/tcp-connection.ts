import type { Socket } from 'node:net'
import { connectionOf } from '#kit/net/connection-facts.ts'
import type { AccessLog } from '#routers/access-log/access-log.ts'
import { hasOwnNetwork, instanceTcpPort } from '#routers/instance-network.ts'
import { type OnBytes, pump } from '#routers/node/proxy/body.ts'
import { newRequestId } from '#routers/node/proxy/parse-request.ts'
import type { LiveRoute } from '#routers/node/proxy/route-table.ts'
import { connectTo } from '#routers/node/proxy/upstream/connect.ts'
import type { Upstream } from '#routers/node/proxy/upstream/upstream.ts'

const idleTimeout = 3_600_000
const probeAfter = 60_000

/**
 * A connection of a TCP redirection. Instances are tried until one accepts; a half-closed connection goes on in the
 * other direction.
 */
export class TcpConnection {
  /** Resolves when both ends are closed. */
  readonly closed: Promise<void>
  bytesIn = 0
  bytesOut = 0
  upstream: Upstream | undefined
  readonly requestId = newRequestId()
  readonly applicationId: string
  readonly connection
  readonly #visitor: Socket
  #application: Socket | undefined

  constructor(visitor: Socket, route: LiveRoute, accessLog: AccessLog | undefined) {
    this.#visitor = visitor
    this.applicationId = route.applicationId
    this.connection = connectionOf(visitor)
    this.closed = new Promise((resolve) => visitor.on('close', () => resolve()))
    watch(visitor)
    visitor.on('close', () => {
      this.#application?.destroy()
      accessLog?.addTcp(this)
    })
    this.#tryNext(candidatesOf(route))
  }

  destroy() {
    this.#visitor.destroy()
  }

  #tryNext([upstream, ...others]: Upstream[]) {
    if (!upstream || this.#visitor.destroyed) return this.destroy()
    const socket = connectTo({ host: upstream.host, port: instanceTcpPort, allowHalfOpen: true })
    this.#application = socket
    upstream.begin()
    socket.once('close', () => upstream.end())
    let isConnected = false
    watch(socket)
    socket.once('connect', () => {
      isConnected = true
      this.upstream = upstream
      this.#join(socket, upstream)
    })
    socket.once('close', () => {
      if (isConnected) this.destroy()
      else this.#tryNext(others)
    })
  }

  #join(application: Socket, { counters }: Upstream) {
    carry(this.#visitor, application, (bytes) => {
      this.bytesIn += bytes
      counters.bytesIn += bytes
    })
    carry(application, this.#visitor, (bytes) => {
      this.bytesOut += bytes
      counters.bytesOut += bytes
    })
    this.#visitor.resume()
  }
}

/** The instances in the order in which they are tried: round-robin, then the spares. */
function candidatesOf(route: LiveRoute): Upstream[] {
  const upstreams = route.upstreams.filter(isReachable)
  const first = route.nextIndex() % Math.max(1, upstreams.length)
  const rotated = [...upstreams.slice(first), ...upstreams.slice(0, first)]
  return [...rotated, ...route.spares.filter(isReachable)]
}

const isReachable = ({ host }: Upstream) => hasOwnNetwork(host)

function watch(socket: Socket) {
  socket.on('error', () => {})
  socket.setTimeout(idleTimeout, () => socket.destroy())
  socket.setKeepAlive(true, probeAfter)
}

function carry(from: Socket, to: Socket, onBytes: OnBytes) {
  pump(from, to, onBytes)
  from.on('end', () => to.end())
}

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { addressNetwork } from '#kit/net/address-network.ts'
import { connectionOf } from '#kit/net/connection-facts.ts'
import type { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { maxOpenFiles } from '#kit/process/open-files.ts'
import type { TcpProblem } from '#platform/model/hosting/deployments/traffic.ts'
import type { AccessLog } from '#routers/access-log/access-log.ts'
import { requireFree } from '#routers/control/require-free.ts'
import { KeyedCounts } from '#routers/node/proxy/limits/keyed-counts.ts'
import type { LiveRoute, RouteTable } from '#routers/node/proxy/route-table.ts'
import type { TcpSocket, TcpSockets } from '#routers/node/standby.ts'
import { TcpConnection } from './tcp-connection.ts'

/** Connections of all redirections, of those of one application, and of one visitor to one application. */
export interface TcpLimits {
  total: number
  perApplication: number
  perVisitor: number
}

/** Each connection takes two file descriptors; visitors of HTTP need most of them. */
const limitsOf = (maxFiles: number): TcpLimits => {
  const total = Math.floor(maxFiles / 8)
  const perApplication = Math.min(1000, Math.ceil(total / 4))
  return { total, perApplication, perVisitor: Math.ceil(perApplication / 4) }
}

/** Soon, because a router that is being replaced still has the port for a moment; later, because another program has it. */
const retrySoon = 20
const retryLater = 5000
const soonFor = 5000

interface Port {
  server?: Server
  /** Resolves once the port is open, or has failed to open for the first time. */
  tried: Promise<void>
  /** Why the port is not open. */
  code?: string
  retry?: NodeJS.Timeout
}

export interface TcpListenerOptions {
  /** Address of the ports. */
  host: string
  table: RouteTable
  /** Absent when connections are not logged. */
  accessLog?: AccessLog | undefined
  visitors: ClientLimits
  limits?: TcpLimits
  /** Listening sockets of a dead router, by port. */
  inherited?: TcpSockets
  /** Ports that a router has open which this one replaces; both listen on them for a moment. */
  shared?: readonly number[]
}

/** Listens on the TCP ports of all routes, and forwards each connection to an instance. */
export class TcpListeners {
  readonly #host: string
  readonly #table: RouteTable
  readonly #accessLog: AccessLog | undefined
  readonly #ports = new Map<number, Port>()
  readonly #connections = new Set<TcpConnection>()
  /** By application, and by application and visitor. */
  readonly #counts = new KeyedCounts()
  readonly #limits: TcpLimits
  readonly #visitors: ClientLimits
  readonly #inherited: TcpSockets
  readonly #replaced: Set<number>

  constructor(options: TcpListenerOptions) {
    const { host, table, accessLog, visitors, limits = limitsOf(maxOpenFiles()) } = options
    const { inherited = new Map(), shared = [] } = options
    this.#inherited = inherited
    this.#replaced = new Set(shared)
    this.#host = host
    this.#table = table
    this.#accessLog = accessLog
    this.#visitors = visitors
    this.#limits = limits
  }

  /** Called with a port that was opened and its socket, or without when it was closed. */
  onChange: (port: number, socket?: TcpSocket) => void = () => {}

  /** Listening sockets by port. */
  get sockets(): TcpSockets {
    const all: TcpSockets = new Map()
    for (const [number, { server }] of this.#ports) {
      const socket = server?.listening ? socketOf(server) : undefined
      if (socket) all.set(number, socket)
    }
    return all
  }

  /** Resolves once each port is open, or has failed to open. */
  async opened() {
    await Promise.all([...this.#ports.values()].map(({ tried }) => tried))
  }

  /** Opens the ports of the current routes, and closes others; their connections go on. */
  update() {
    const wanted = this.#table.tcpPorts
    for (const [number, port] of this.#ports) {
      if (!wanted.has(number)) this.#closePort(number, port)
    }
    for (const number of wanted) {
      if (this.#ports.has(number)) continue
      const { promise: tried, resolve } = Promise.withResolvers<void>()
      const port: Port = { tried }
      this.#ports.set(number, port)
      void this.#open(number, port, performance.now()).then(resolve)
    }
    // Those that no route has any more.
    for (const socket of this.#inherited.values()) socket.close()
    this.#inherited.clear()
  }

  /** Ports of routes that could not be opened, such as those in use by other programs. */
  get problems(): TcpProblem[] {
    return [...this.#ports].flatMap(([port, { code }]) => (code ? [{ port, code }] : []))
  }

  /** Stops accepting, and ends the remaining connections after a grace period. */
  async close(grace: number) {
    for (const [number, port] of this.#ports) this.#closePort(number, port)
    const ended = Promise.all([...this.#connections].map(({ closed }) => closed))
    const timer = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy()
    }, grace)
    await ended
    clearTimeout(timer)
  }

  #hasRoom({ applicationId }: LiveRoute): boolean {
    const { total, perApplication } = this.#limits
    return this.#connections.size < total && this.#counts.of(applicationId) < perApplication
  }

  #accept(socket: Socket, route: LiveRoute) {
    const { applicationId } = route
    const facts = connectionOf(socket)
    const isProxy = this.#visitors.isProxy(facts.address)
    const visitor = `${applicationId} ${addressNetwork(facts.address)}`
    const isCrowded = !isProxy && this.#counts.of(visitor) >= this.#limits.perVisitor
    if (isCrowded || !this.#visitors.open(socket)) return socket.destroy()
    // The connection is one request, however long it is silent.
    const counted = this.#visitors.begin(facts)
    counted?.hold()
    const connection = new TcpConnection(socket, route, this.#accessLog)
    this.#connections.add(connection)
    const names = [applicationId, visitor]
    for (const name of names) this.#counts.add(name, 1)
    void connection.closed.then(() => {
      counted?.end()
      this.#connections.delete(connection)
      for (const name of names) this.#counts.add(name, -1)
    })
  }

  #closePort(number: number, port: Port) {
    clearTimeout(port.retry)
    if (port.server?.listening) this.onChange(number)
    port.server?.close()
    this.#ports.delete(number)
  }

  /** Opens a port, now or as soon as it is free. */
  async #open(number: number, port: Port, since: number): Promise<void> {
    const isOver = () => this.#ports.get(number) !== port
    try {
      port.server = await this.#listen(number)
      delete port.code
      // The port was given up while it was opened.
      if (isOver()) port.server.close()
      else this.onChange(number, socketOf(port.server))
    } catch (error) {
      if (isOver()) return
      const { code, message } = error as NodeJS.ErrnoException
      const isSoon = performance.now() - since < soonFor
      if (!isSoon && port.code === undefined) {
        console.error(`TCP port ${number} cannot be opened: ${code}`)
      }
      if (!isSoon) port.code = code ?? message
      const again = () => void this.#open(number, port, since)
      port.retry = setTimeout(again, isSoon ? retrySoon : retryLater)
    }
  }

  /** A listening server; another router can listen beside it, so that the port is never without a listener. */
  async #listen(number: number): Promise<Server> {
    const options = { allowHalfOpen: true, pauseOnConnect: true, noDelay: true }
    const server = createServer(options, (socket) => {
      const route = this.#table.findTcp(number)
      if (!route || !this.#hasRoom(route)) return socket.destroy()
      this.#accept(socket, route)
    })
    const inherited = this.#inherited.get(number)
    this.#inherited.delete(number)
    if (inherited) server.listen(inherited)
    else {
      if (!this.#replaced.delete(number)) await requireFree(this.#host, number)
      server.listen({ port: number, host: this.#host, reusePort: true })
    }
    await once(server, 'listening')
    // One connection could not be accepted; the port is still open.
    return server.on('error', () => {})
  }
}

/** Node has no public name for it; a listening socket can only be given to another process with it. */
const socketOf = (server: Server): TcpSocket | undefined =>
  (server as Server & { _handle: TcpSocket | null })._handle ?? undefined

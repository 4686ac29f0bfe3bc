import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { createServer } from '#kit/net/http.ts'
import type { Answer, RouterCommand } from '#routers/control/router-commands.ts'
import { EdgeLease } from './edge-lease.ts'
import type { LogBlocks } from './edge-log.ts'
import { type EdgeAnswer, type EdgeRequest, edgeListenerTls } from './edge-protocol.ts'

export interface EdgeServerOptions {
  /** Address of both listeners. */
  host: string
  /** Port for the server. */
  port: number
  /** Port for whatever balances visitors between edges. */
  healthPort: number
  /** Key of this edge, in hexadecimal digits. */
  key: string
  /** Sends a command to the router of this machine. */
  ask(command: RouterCommand, timeout: number): Promise<Answer>
  log: LogBlocks
}

export interface EdgeServer {
  readonly port: number
  readonly healthPort: number
  close(): void
}

/** Commands that change nothing, and may take long: they do not wait for each other. */
const isReading = ({ kind }: RouterCommand) =>
  kind === 'drain' || kind === 'count' || kind === 'digest'

/** Listens for the server, whose commands go to the router of this machine, and tells a balancer whether it is ready. */
export async function openEdgeServer(options: EdgeServerOptions): Promise<EdgeServer> {
  const lease = new EdgeLease()
  const work = createWork(lease, options)
  const onRequest: RequestListener = (request, response) => {
    void requestOf(request)
      .then(work)
      .catch(problemOf)
      .then((answer) => response.end(JSON.stringify({ ...answer, clock: lease.clock })))
  }
  const control = createTlsServer(
    { ...edgeListenerTls(options.key), requestTimeout: 0 },
    onRequest,
  ).on('tlsClientError', () => {})
  const health = createServer((_request, response) => {
    const { problem } = lease
    response.writeHead(problem === undefined ? 200 : 503, { 'content-type': 'text/plain' })
    response.end(`${problem ?? 'ready'}\n`)
  })
  const port = await listen(control, options.host, options.port)
  const healthPort = await listen(health, options.host, options.healthPort)
  return {
    port,
    healthPort,
    close() {
      for (const server of [control, health]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

/** Carries requests out. Those that change something follow each other, so that none goes on after its session has ended. */
function createWork(lease: EdgeLease, { ask, log }: EdgeServerOptions) {
  let last: Promise<unknown> = Promise.resolve()
  const withLock = <T>(work: () => Promise<T> | T): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  const stale = { isStale: true }
  return async (request: EdgeRequest): Promise<Omit<EdgeAnswer, 'clock'>> => {
    if (request.kind === 'begin') return withLock(() => ({ session: lease.begin(request.lease) }))
    const { session } = request
    if (!lease.isCurrent(session)) return stale
    if (request.kind === 'renew') {
      lease.renew(request.seen)
      return {}
    }
    if (request.kind === 'read log') return log.next(request.stored)
    if (request.kind === 'complete') {
      return withLock(() => {
        if (!lease.isCurrent(session)) return stale
        lease.complete(request.seen)
        return {}
      })
    }
    const { command, timeout } = request
    if (command.kind === 'leave') throw new Error('an edge ends by its own signal')
    if (isReading(command)) return ask(command, timeout)
    return withLock(async () => (lease.isCurrent(session) ? ask(command, timeout) : stale))
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const requestOf = async (request: IncomingMessage): Promise<EdgeRequest> =>
  JSON.parse(await text(request))

const problemOf = (error: unknown): Answer => ({
  problem: error instanceof Error ? error.message : String(error),
})

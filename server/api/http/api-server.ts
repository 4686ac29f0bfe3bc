import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { authenticateOnApi } from '#api/auth/authenticate.ts'
import { authenticateOnBridge } from '#api/bridge/authenticate.ts'
import { bridgeEndpoints, endpoints } from '#api/endpoints.ts'
import type { Forwarding } from '#api/forwarding/forwarding.ts'
import { createWorkloadFinder } from '#api/forwarding/workload-of-request.ts'
import { refuseEarly } from '#api/limits/refuse-early.ts'
import { joinHandlers } from '#api/sockets/upgrade.ts'
import { terminalEndpoints } from '#api/terminal/terminal-endpoints.ts'
import { createTerminalSockets } from '#api/terminal/terminal-sockets.ts'
import { createEventSockets } from '#api/v2/events/event-sockets.ts'
import { tlsListenerPolicy } from '#kit/crypto/tls-policy.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import { createServer } from '#kit/net/http.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { HttpGuard, strangerTimeouts } from '#kit/net/limits/http-guard.ts'
import { openProtocolMux, type ProtocolMux } from '#kit/net/protocol-mux.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { createApp } from './app.ts'
import type { Listener, ListenerOptions } from './listener.ts'
import { NodeConnection } from './node/node-connection.ts'
import { createNodeListener } from './node/node-listener.ts'

export interface ApiServerOptions extends ListenerOptions {
  host: string
  port: number
  identity: Identity
  /** Counts connections and requests of clients; absent for no limits but that of the process. */
  clients?: ClientLimits | undefined
  /** Milliseconds for the body of a request whose caller is not known yet. */
  bodyTimeout?: number | undefined
  /** Requests that come earlier wait for it: answers name the addresses of all listeners. */
  opened?: Promise<unknown> | undefined
}

/** The API and its pages, authenticated by OAuth 1 or by the session of a browser. */
export const apiListener = (options: ListenerOptions): Listener => ({
  ...options,
  name: 'api',
  endpoints,
  authenticate: authenticateOnApi,
})

/** The bridge: the same API authenticated by API tokens, and the endpoints that create them. */
export const bridgeListener = (options: ListenerOptions): Listener => ({
  ...options,
  name: 'bridge',
  endpoints: bridgeEndpoints,
  authenticate: authenticateOnBridge,
})

type OnRequest = (request: IncomingMessage, response: ServerResponse) => void
type OnAdmitted = (
  request: IncomingMessage,
  response: ServerResponse,
  connection: NodeConnection,
) => void

/** An open listener. */
type Listening = Pick<ProtocolMux, 'port' | 'close'>

export const openApiServer = (options: ApiServerOptions): Promise<Listening> =>
  openListener(options, apiListener(options))

export const openBridgeServer = (options: ApiServerOptions): Promise<Listening> =>
  openListener(options, bridgeListener(options))

/** Passes a request on to the server that has to answer it, if that is another one. */
const passing = (
  forwarding: Forwarding,
  { name, endpoints }: Listener,
  answer: OnAdmitted,
): OnAdmitted => {
  const listener = { name, findWorkload: createWorkloadFinder(endpoints) }
  return async (request, response, connection) => {
    if (!(await forwarding.pass(listener, request, response))) answer(request, response, connection)
  }
}

/** Refuses requests of clients with too many of them. */
const counting =
  (guard: HttpGuard, forwarding: Forwarding | undefined, answer: OnAdmitted): OnRequest =>
  (request, response) => {
    const client = forwarding?.clientOf(request)
    const visit = guard.admit(request, response, client?.peer)
    if (visit) return answer(request, response, new NodeConnection(request, visit, client))
    const sentence =
      'Too many requests from this address are in progress. Wait for their answers and try again.'
    void refuseEarly(response, new Refusal('limited', sentence, { wait: 5 }))
  }

/** Calls the handler once all listeners are open, from then on at once. */
function afterOpening<Args extends unknown[]>(
  opened: Promise<unknown> | undefined,
  handler: (...args: Args) => void,
): (...args: Args) => void {
  let isOpen = opened === undefined
  const opening = opened?.then(() => {
    isOpen = true
  })
  return (...args) => (isOpen ? handler(...args) : void opening?.then(() => handler(...args)))
}

/** Plain HTTP and TLS on one port. */
export async function openListener(
  options: ApiServerOptions,
  listener: Listener,
): Promise<Listening> {
  const { host, port, identity, log, opened: allOpened } = options
  const { forwarding } = listener
  const { clients = new ClientLimits({ maxPerClient: 0 }), bodyTimeout } = options
  const { trustedProxies } = listener
  const guard = new HttpGuard({ clients, trustedProxies, bodyTimeout })
  const app = createApp(listener)
  const { onRequest: answer, endStreams } = createNodeListener(app, log)
  const passed = forwarding ? passing(forwarding, listener, answer) : answer
  const onRequest = counting(guard, forwarding, afterOpening(allOpened, passed))
  const sockets = joinHandlers([
    createEventSockets(listener, guard),
    createTerminalSockets(listener, terminalEndpoints, guard),
  ])
  const onUpgrade = afterOpening(allOpened, sockets.onUpgrade)
  const limits = {
    shouldUpgradeCallback: sockets.isWanted,
    ...strangerTimeouts,
    requestTimeout: 60_000,
    keepAliveTimeout: 30_000,
    // Most requests have no body, and awaiting its end costs more than the response.
    optimizeEmptyRequests: true,
  }
  const plain = createServer(limits, onRequest)
  const secure = createTlsServer(
    { ...limits, ...tlsListenerPolicy, cert: identity.certificate, key: identity.key },
    onRequest,
  )
  for (const server of [plain, secure]) server.on('upgrade', onUpgrade)
  const opened = await openProtocolMux({ host, port, clients, onHttp: plain, onTls: secure })
  return {
    port: opened.port,
    close(timeout) {
      endStreams()
      forwarding?.end()
      sockets.end()
      return opened.close(timeout)
    },
  }
}

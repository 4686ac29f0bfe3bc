import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import { identify } from '#api/auth/authenticate.ts'
import { createWorkloadFinder } from '#api/forwarding/workload-of-request.ts'
import type { Listener } from '#api/http/listener.ts'
import { NodeConnection } from '#api/http/node/node-connection.ts'
import { pathOf, type RequestContext, readContext } from '#api/http/request-context.ts'
import { createRouteFinder } from '#api/http/routes.ts'
import {
  asksForSocket,
  objectionTo,
  refuseUpgrade,
  type UpgradeHandler,
} from '#api/sockets/upgrade.ts'
import type { HttpGuard } from '#kit/net/limits/http-guard.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { csrfPrefix, maxFrameBytes, subprotocol } from '#protocol/terminal/frames.ts'
import { createOpenTerminals, type TerminalRequest } from './open-terminals.ts'
import type { PingTimes } from './terminal-connection.ts'
import type { TerminalEndpoint } from './terminal-endpoint.ts'

/** The WebSockets of a listener at which commands run. */
export function createTerminalSockets(
  listener: Listener,
  terminals: readonly TerminalEndpoint[],
  guard: HttpGuard,
  pings?: PingTimes,
): UpgradeHandler {
  const open = createOpenTerminals(listener, pings)
  const findRoute = createRouteFinder(terminals)
  const findWorkload = createWorkloadFinder(terminals)
  let server: WebSocketServer | undefined

  const find = (path: string) => {
    const found = findRoute('GET', path)
    const endpoint = terminals.find((each) => each === found?.route.endpoints.get('GET'))
    return found && endpoint && { endpoint, params: found.params }
  }

  const accept = async (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { forwarding, name } = listener
    const client = forwarding?.clientOf(incoming)
    const visit = guard.admit(incoming, socket, client?.peer)
    if (!visit) throw tooMany()
    if (await forwarding?.passUpgrade({ name, findWorkload }, { incoming, socket, head })) return
    const objection = objectionTo(listener, incoming, client)
    if (objection) throw objection
    const connection = new NodeConnection(incoming, visit, client)
    const request = await authenticate(listener, incoming, connection, find)
    // Loaded when it is first needed: most processes never have a socket.
    const ws = await import('ws')
    server ??= new ws.WebSocketServer({
      noServer: true,
      maxPayload: 1 + maxFrameBytes,
      perMessageDeflate: false,
      handleProtocols: (names) => names.has(subprotocol) && subprotocol,
    })
    server.handleUpgrade(incoming, socket, head, (accepted) => {
      // Nothing is read before the session is there, or refused.
      accepted.pause()
      void open.serve(accepted, request)
    })
  }

  return {
    isWanted: (request) => asksForSocket(request) && find(pathOf(request.url ?? '')) !== undefined,
    onUpgrade(incoming, socket, head) {
      socket.on('error', () => socket.destroy())
      accept(incoming, socket, head).catch((error: unknown) =>
        refuseUpgrade(socket, error, listener),
      )
    },
    end: () => open.close('This server is restarting: the session ends.'),
  }
}

/** As other calls are authenticated, but that a page says its CSRF token in a subprotocol. */
async function authenticate(
  listener: Listener,
  incoming: IncomingMessage,
  connection: NodeConnection,
  find: (path: string) => Pick<TerminalRequest, 'endpoint' | 'params'> | undefined,
): Promise<TerminalRequest> {
  const context = contextOf(listener, incoming, connection)
  const found = find(context.path)
  if (!found) throw new Refusal('missing', `Not found: ${context.path}.`)
  const { caller } = await identify(listener, context, found.endpoint)
  if (!caller) throw new Refusal('unauthenticated', 'Authentication required.')
  connection.onAuthenticated()
  return { ...found, context, caller }
}

function contextOf(
  { addresses, name, trustedProxies }: Listener,
  incoming: IncomingMessage,
  connection: NodeConnection,
): RequestContext {
  const request = new Request(`http://localhost${connection.target}`, {
    headers: headersOf(incoming),
  })
  return readContext(request, connection, { origin: addresses()[name], trustedProxies })
}

const passedHeaders = ['authorization', 'cookie', 'host', 'origin', 'x-forwarded-for']

/** The headers that say who is asking. Browsers send `Sec-Fetch-Site` not with each WebSocket, but always `Origin`. */
function headersOf({ headers: sent }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const name of passedHeaders) {
    const value = sent[name]
    if (value !== undefined) headers.set(name, String(value))
  }
  const site = sent['sec-fetch-site'] ?? (sent.origin === undefined ? undefined : 'same-origin')
  if (site !== undefined) headers.set('sec-fetch-site', String(site))
  const offered = (sent['sec-websocket-protocol'] ?? '').split(',').map((text) => text.trim())
  const token = offered.find((text) => text.startsWith(csrfPrefix))?.slice(csrfPrefix.length)
  if (token !== undefined) headers.set('x-berth-csrf', token)
  return headers
}

const tooMany = () =>
  new Refusal(
    'limited',
    'Too many requests from this address are in progress. Wait for their answers and try again.',
    { wait: 5 },
  )

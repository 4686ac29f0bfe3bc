import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { errorResponse } from '#api/http/error-response.ts'
import type { Listener } from '#api/http/listener.ts'
import { isExposed } from '#api/http/request-context.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Answers requests to upgrade to WebSocket at some paths of a listener. */
export interface UpgradeHandler {
  /** Whether a request to upgrade is for it; what nobody wants is answered as if it had not asked. */
  isWanted(request: IncomingMessage): boolean
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Tells clients to reconnect, to the next server. */
  end(): void
}

/** Whether a request asks for a WebSocket. */
export const asksForSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

/** Several handlers as one. */
export const joinHandlers = (handlers: readonly UpgradeHandler[]): UpgradeHandler => ({
  isWanted: (request) => handlers.some((handler) => handler.isWanted(request)),
  onUpgrade(request, socket, head) {
    const handler = handlers.find(({ isWanted }) => isWanted(request))
    if (handler) handler.onUpgrade(request, socket, head)
    else socket.destroy()
  },
  end() {
    for (const handler of handlers) handler.end()
  },
})

/** Why a request is refused whoever asks, if it is: it came in plaintext, or from a page of another site. */
export function objectionTo(
  { addresses, name, trustedProxies }: Listener,
  request: IncomingMessage,
  client?: { peer: string; isTls: boolean },
): Refusal | undefined {
  const { api, bridge, console } = addresses()
  const isTls = client?.isTls ?? request.socket instanceof TLSSocket
  const peer = client?.peer ?? plainAddress(request.socket.remoteAddress ?? '')
  const address = addresses()[name]
  if (isExposed({ isTls, peer }, address, trustedProxies))
    return new Refusal('invalid', `This address is not encrypted: use ${address} instead.`)
  const from = request.headers.origin
  const own = [api, bridge, console]
    .filter((text) => URL.canParse(text))
    .map((text) => new URL(text).origin)
  const { host } = request.headers
  const isOwn = [...own, `http://${host}`, `https://${host}`].some((origin) => origin === from)
  if (from === undefined || isOwn) return undefined
  return new Refusal('forbidden', 'Pages of other sites cannot open this.')
}

/** Answers a request to upgrade with an error instead. */
export async function refuseUpgrade(
  socket: Duplex,
  error: unknown,
  { log }: Pick<Listener, 'log'>,
): Promise<void> {
  const response = errorResponse(error, 'v4', log)
  const body = await response.text()
  response.headers.set('connection', 'close')
  response.headers.set('content-length', String(Buffer.byteLength(body)))
  const lines = [
    `HTTP/1.1 ${response.status} ${reasons[response.status] ?? 'Refused'}`,
    ...[...response.headers].map(([header, value]) => `${header}: ${value}`),
  ]
  // A client that does not close its side must not keep the connection.
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

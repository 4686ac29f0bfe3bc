import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { apiError } from '#client/http/api-error.ts'
import type { ClientSocket, SocketRequest } from '#client/http/connection.ts'
import { unreachable } from '#client/http/unreachable.ts'
import { programVersion } from '#kit/build-identity/read-build.ts'
import { subprotocol } from '#protocol/terminal/frames.ts'

export interface SocketOptions extends Pick<SocketRequest, 'onMessage' | 'onClose'> {
  headers: Record<string, string>
  /** Certificate authority of the server, in PEM; absent: the system's authorities. */
  ca: string | undefined
}

const openTimeout = 30_000
const maxErrorBytes = 64 * 1024

/** Opens a WebSocket with the credentials in its headers. */
export function openSocket(url: URL, options: SocketOptions): Promise<ClientSocket> {
  const { headers, ca, onMessage, onClose } = options
  const address = new URL(url)
  address.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(address, subprotocol, {
    headers: { 'user-agent': `berth/${programVersion()}`, ...headers },
    handshakeTimeout: openTimeout,
    perMessageDeflate: false,
    ...(ca ? { ca } : {}),
  })
  socket.binaryType = 'arraybuffer'
  return new Promise((resolve, reject) => {
    // Stays: an error is followed by the end, which the user of the socket hears of.
    socket.on('error', (error) => reject(unreachable(url.origin, error)))
    socket.on('unexpected-response', (request, response) => {
      void refusalIn(response)
        .then(reject, (error: unknown) => reject(unreachable(url.origin, error)))
        .finally(() => request.destroy())
    })
    socket.on('message', (data, isBinary) =>
      onMessage(isBinary ? (data as ArrayBuffer) : String(data)),
    )
    socket.on('open', () => {
      socket.on('close', onClose)
      resolve(socket)
    })
  })
}

async function refusalIn(response: IncomingMessage) {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    if (text.length < maxErrorBytes) text += chunk
  }
  const { statusCode = 0, headers } = response
  const type = headers['content-type'] ?? ''
  return apiError(statusCode, type, text, String(headers['x-request-id'] ?? ''))
}

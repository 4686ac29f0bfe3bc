import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ServerResponse } from '#kit/net/http.ts'
import { hasBody } from './body.ts'
import { sendPage } from './pages.ts'
import { type ParsedRequest, parseRequest, type Upgrade } from './parse-request.ts'
import { ProxiedRequest } from './proxy-request.ts'
import type { RouterContext } from './router-context.ts'

/** Answers one request: from the application of its host, or with a page of the router. */
export function serve(context: RouterContext, response: ServerResponse, upgrade?: Upgrade) {
  const parsed = parseRequest(response.req, context)
  if (!parsed) return sendPage(response, 'bad-request', '', ['Connection', 'close'])
  const lane = context.table.find(parsed.hostName)
  if (!lane) return refuse(response, 'unknown-host', parsed)
  if (lane.forceHttps && !parsed.visit.secure) return sendToHttps(context, response, parsed)
  if (lane.upstreams.length === 0) return refuse(response, 'stopped', parsed)
  if (upgrade) parsed.upgrade = upgrade
  new ProxiedRequest(context, lane, response, parsed).begin()
}

/** Handles an upgrade request, such as a WebSocket's: until the application accepts, it is a request like any other. */
export function serveUpgrade(
  context: RouterContext,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
) {
  socket.on('error', () => {})
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  try {
    response.assignSocket(socket)
  } catch {
    // Pipelined behind a request without a response yet: HTTP does not define how to continue.
    return socket.destroy()
  }
  response.on('finish', () => socket.destroySoon())
  serve(context, response, { protocol: request.headers.upgrade ?? '', socket, head })
}

/** Redirects plaintext requests on the HTTPS port to HTTPS. */
export function sendToHttps(
  context: RouterContext,
  response: ServerResponse,
  known?: ParsedRequest,
) {
  const parsed = known ?? parseRequest(response.req, context)
  if (!parsed) return sendPage(response, 'bad-request', '', ['Connection', 'close'])
  const https = context.publicHttpsPort ?? context.ports.https
  const authority = https === 443 ? parsed.hostName : `${parsed.hostName}:${https}`
  const location = `https://${authority}${parsed.path}`
  const headers = ['Location', location, 'Content-Length', '0', ...closeIfBody(response.req)]
  response.writeHead(301, headers)
  response.end()
}

function refuse(response: ServerResponse, page: 'unknown-host' | 'stopped', parsed: ParsedRequest) {
  sendPage(response, page, parsed.hostName, closeIfBody(response.req))
}

/** Closes the connection instead of reading an unwanted body. */
const closeIfBody = (request: IncomingMessage) => (hasBody(request) ? ['Connection', 'close'] : [])

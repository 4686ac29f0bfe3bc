import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type ConnectionFacts, connectionOf } from '#kit/net/connection-facts.ts'
import { ServerResponse } from '#kit/net/http.ts'
import type { VisitorRules } from '#platform/model/hosting/visitors/visitor-rules.ts'
import type { ErrorPage } from '#routers/pages.ts'
import { type ParsedRequest, parseRequest, type Upgrade } from './parse-request.ts'
import { ProxiedRequest } from './proxy-request.ts'
import { RequestRecord } from './request-record.ts'
import type { RouterContext } from './router-context.ts'
import { admit } from './rules/admit.ts'
import { closeIfBody, closing, sendPage } from './send-page.ts'
import type { VisitorResponse } from './visitor.ts'

/** Answers one request: from the application of its host and path, or with a page of the router. */
export function serve(
  context: RouterContext,
  response: VisitorResponse,
  connection: ConnectionFacts,
  upgrade?: Upgrade,
) {
  const { req: request } = response
  const parsed = parseRequest(request, connection, context)
  if (!parsed) return sendPage(response, 'bad-request', '', closing(request))
  const challenge = context.challenges.answerTo(parsed.hostName, parsed.path)
  if (challenge !== undefined) return sendText(response, challenge)
  if (isMisdirected(parsed)) return refuse(response, 'misdirected', parsed)
  const route = context.table.find(parsed.hostName, parsed.path)
  if (!route) return refuse(response, 'unknown-host', parsed)
  const record = new RequestRecord(context, route, parsed, request.method ?? 'GET')
  if (route.forceHttps && !parsed.visit.secure) {
    record.finish(301)
    return redirect(context, response, parsed)
  }
  if (route.rules && !admit(context, route, response, record)) return
  if (route.upstreams.length + route.spares.length === 0) {
    record.finish(503)
    return refuse(response, route.isStarting ? 'starting' : 'stopped', parsed, record.rules)
  }
  if (upgrade) parsed.upgrade = upgrade
  const counted = context.limits.begin(connection, parsed.visit.source)
  if (!counted) {
    record.finish(503)
    return refuse(response, 'crowded', parsed)
  }
  counted.hold()
  new ProxiedRequest(context, route, response, record, () => counted.end()).begin()
}

/**
 * Whether a request is for another host than its TLS connection (RFC 9110, 15.5.20). A client may use a connection for all
 * hosts of its certificate, and a trusted proxy one connection for all hosts.
 */
function isMisdirected({ connection, hostName, visit }: ParsedRequest): boolean {
  const { serverName } = connection
  if (serverName === undefined || serverName === hostName || visit.isFromTrustedProxy) return false
  return connection.certificate()?.checkHost(hostName) === undefined
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
  const upgrade = { protocol: request.headers.upgrade ?? '', socket, head }
  serve(context, response, connectionOf(socket), upgrade)
}

/** Answers the HTTP-01 challenge of an ACME server. */
function sendText(response: VisitorResponse, text: string) {
  const length = String(Buffer.byteLength(text))
  const headers = ['Content-Type', 'application/octet-stream', 'Content-Length', length]
  response.writeHead(200, undefined, [...headers, ...closeIfBody(response.req)])
  response.end(text)
}

/** Redirects plaintext requests on the HTTPS port to HTTPS. */
export function sendToHttps(context: RouterContext, response: ServerResponse) {
  const parsed = parseRequest(response.req, connectionOf(response.req.socket), context)
  if (!parsed) return sendPage(response, 'bad-request', '', ['Connection', 'close'])
  redirect(context, response, parsed)
}

function redirect(context: RouterContext, response: VisitorResponse, parsed: ParsedRequest) {
  const https = context.publicHttpsPort ?? context.ports.https
  const authority = https === 443 ? parsed.hostName : `${parsed.hostName}:${https}`
  const location = `https://${authority}${parsed.path}`
  const headers = ['Location', location, 'Content-Length', '0', 'X-Request-Id', parsed.requestId]
  response.writeHead(301, undefined, [...headers, ...closeIfBody(response.req)])
  response.end()
}

function refuse(
  response: VisitorResponse,
  page: ErrorPage,
  parsed: ParsedRequest,
  rules?: VisitorRules,
) {
  const headers = ['X-Request-Id', parsed.requestId, ...closeIfBody(response.req)]
  sendPage(response, page, parsed.hostName, headers, rules)
}

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { ServerResponse } from '#kit/http.ts'
import { hasBody } from './body.ts'
import { type Asked, Exchange } from './exchange.ts'
import { sendPage } from './pages.ts'
import type { Reception } from './reception.ts'

/** Answers one request: from the application that its host belongs to, or with a page of the router's own. */
export function serve(reception: Reception, response: ServerResponse, upgrade?: Asked['upgrade']) {
  const asked = understand(reception, response.req)
  if (!asked) return sendPage(response, 'bad-request', '', ['Connection', 'close'])
  const lane = reception.table.find(asked.hostName)
  if (!lane) return refuse(response, 'unknown-host', asked)
  if (lane.forceHttps && !asked.visit.secure) return sendToHttps(reception, response, asked)
  if (lane.destinations.length === 0) return refuse(response, 'stopped', asked)
  if (upgrade) asked.upgrade = upgrade
  new Exchange(reception, lane, response, asked).begin()
}

/** Answers a request to leave HTTP, such as a WebSocket's: until the application agrees it is a request like any other. */
export function serveUpgrade(
  reception: Reception,
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
    // Sent behind a request that still waits for its answer: nothing in HTTP says how to go on from there.
    return socket.destroy()
  }
  response.on('finish', () => socket.destroySoon())
  serve(reception, response, { protocol: request.headers.upgrade ?? '', socket, head })
}

/** Sends plain requests that reach the HTTPS port to where they meant to go. */
export function sendToHttps(reception: Reception, response: ServerResponse, known?: Asked) {
  const asked = known ?? understand(reception, response.req)
  if (!asked) return sendPage(response, 'bad-request', '', ['Connection', 'close'])
  const { https } = reception.ports
  const authority = https === 443 ? asked.hostName : `${asked.hostName}:${https}`
  const location = `https://${authority}${asked.path}`
  const headers = ['Location', location, 'Content-Length', '0', ...closeIfBody(response.req)]
  response.writeHead(301, headers)
  response.end()
}

function refuse(response: ServerResponse, situation: 'unknown-host' | 'stopped', asked: Asked) {
  sendPage(response, situation, asked.hostName, closeIfBody(response.req))
}

/** A body that nobody wants is not waited for. */
const closeIfBody = (request: IncomingMessage) => (hasBody(request) ? ['Connection', 'close'] : [])

/** What a request asks for; `undefined` when it names no host, or more than one. */
function understand({ ports }: Reception, request: IncomingMessage): Asked | undefined {
  const { headers, rawHeaders, socket, url = '/' } = request
  const host = headers.host
  if (!host || hasSeveralHosts(rawHeaders)) return undefined
  const hostName = hostNameOf(host)
  const path = pathOf(url, host)
  if (!hostName || !path) return undefined
  const secure = (socket as TLSSocket).encrypted === true
  const visit = {
    peer: plainPeer(socket.remoteAddress ?? ''),
    secure,
    host,
    port: secure ? ports.https : ports.http,
  }
  return { visit, hostName, path }
}

const hostPattern = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** The name in a `Host` header: without port or final dot, in lower case. */
function hostNameOf(host: string): string | undefined {
  const name = hostPattern.exec(host)?.[1]?.toLowerCase()
  return name?.endsWith('.') ? name.slice(0, -1) : name
}

/** The path of a request line; an address with a host of its own has to name the same one (RFC 9112, 3.2.2). */
function pathOf(target: string, host: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target
  const prefix = /^https?:\/\/([^/?#]*)/i.exec(target)
  if (prefix?.[1]?.toLowerCase() !== host.toLowerCase()) return undefined
  const rest = target.slice(prefix[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function hasSeveralHosts(raw: string[]): boolean {
  let hosts = 0
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** An IPv4 address is written as such, also where the system shows it inside an IPv6 one. */
const plainPeer = (address: string) =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address

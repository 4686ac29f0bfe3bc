import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ServerResponse } from '#kit/net/http.ts'
import { hasBody } from './body.ts'
import { sendPage } from './pages.ts'
import { type Asked, type Upgrade, understand } from './parse-request.ts'
import { Exchange } from './proxy-request.ts'
import type { Reception } from './reception.ts'

/** Answers one request: from the application that its host belongs to, or with a page of the router's own. */
export function serve(reception: Reception, response: ServerResponse, upgrade?: Upgrade) {
  const asked = understand(response.req, reception)
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
  const asked = known ?? understand(response.req, reception)
  if (!asked) return sendPage(response, 'bad-request', '', ['Connection', 'close'])
  const https = reception.publicHttpsPort ?? reception.ports.https
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

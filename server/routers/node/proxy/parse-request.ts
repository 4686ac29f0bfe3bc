import type { Socket } from 'node:net'
import type { ConnectionFacts } from './connection.ts'
import { readVisit, type VisitorFacts } from './forwarding.ts'
import { requestIdOf } from './request-record.ts'
import type { RouterContext } from './router-context.ts'
import type { VisitorRequest } from './visitor.ts'

/** A request to switch protocols, such as to WebSocket. */
export interface Upgrade {
  protocol: string
  socket: Socket
  /** Bytes received after the request. */
  head: Buffer
}

/** Host and path of a visitor's request. */
export interface ParsedRequest {
  visit: VisitorFacts
  connection: ConnectionFacts
  requestId: string
  /** Host name without the port. */
  hostName: string
  path: string
  upgrade?: Upgrade
}

/** Parses a request; `undefined` when it has no host, or more than one. */
export function parseRequest(
  request: VisitorRequest,
  connection: ConnectionFacts,
  context: RouterContext,
): ParsedRequest | undefined {
  const { headers, rawHeaders, url = '/' } = request
  const host = headers.host
  if (!host || hasSeveralHosts(rawHeaders)) return undefined
  const hostName = hostNameOf(host)
  const path = pathOf(url, host)
  if (!hostName || !path) return undefined
  const { ports, trustedProxies } = context
  const port = connection.secure ? ports.https : ports.http
  const visit = readVisit(connection, { host, port }, headers, trustedProxies)
  const requestId = requestIdOf(headers['x-request-id'], visit.isFromTrustedProxy)
  return { visit, connection, requestId, hostName, path }
}

const hostPattern = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** Name in a `Host` header: without port or final dot, in lower case. */
function hostNameOf(host: string): string | undefined {
  const name = hostPattern.exec(host)?.[1]?.toLowerCase()
  return name?.endsWith('.') ? name.slice(0, -1) : name
}

/** Path of a request line; the host of an absolute URL has to match (RFC 9112, 3.2.2). */
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

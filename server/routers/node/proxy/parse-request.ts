import type { Socket } from 'node:net'
import type { ConnectionFacts } from '#kit/net/connection-facts.ts'
import { readVisit, type VisitorFacts } from './forwarding.ts'
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

/** Visible ASCII without quotes, commas and semicolons, so that the id is the same in headers and logs. */
const saneId = /^[A-Za-z0-9._:/+=@-]{1,128}$/

const prefix = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`
let count = 0

/** A new id, unique over all routers: the start of this process, some random letters and a number. */
export function newRequestId(): string {
  count += 1
  return `${prefix}-${count.toString(36)}`
}

/** The id that a trusted proxy has given to the request, if it can be passed on, or a new one. */
function requestIdOf(given: string | string[] | undefined, isTrusted: boolean): string {
  return isTrusted && typeof given === 'string' && saneId.test(given) ? given : newRequestId()
}

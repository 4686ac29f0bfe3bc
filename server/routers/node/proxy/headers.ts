import { isForwardingHeader, isWrittenByRouter } from '#routers/forwarding-headers.ts'
import type { ParsedRequest } from './parse-request.ts'

/** Hop-by-hop headers (RFC 9110, 7.6.1) and those about body framing. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** `Proxy` would become `HTTP_PROXY` in CGI programs; the others are between a visitor and a proxy. */
const betweenVisitorAndProxy = ['proxy', 'proxy-authorization', 'http2-settings']

const notForApplication = new Set([...hopByHop, ...betweenVisitorAndProxy])
/** The router's own request id replaces that of an application, which may have passed it back. */
const notForVisitor = new Set([...hopByHop, 'http2-settings', 'x-request-id'])

/** For which directions a header is dropped, as bits. */
const fromVisitor = 1
const fromTrustedProxy = 2
const fromAnswer = 4
const isConnection = 8

const maxNames = 1000
const kindByName = new Map<string, number>()

/** Bits of a header by its name as it was spelled; kept, because the same names come with every request. */
function kindOf(name: string): number {
  const known = kindByName.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  const isHop = notForApplication.has(lower)
  const kind =
    (isHop || isForwardingHeader(lower) ? fromVisitor : 0) |
    (isHop || isWrittenByRouter(lower) ? fromTrustedProxy : 0) |
    (notForVisitor.has(lower) ? fromAnswer : 0) |
    (lower === 'connection' ? isConnection : 0)
  if (kindByName.size < maxNames && name.length < 100) kindByName.set(name, kind)
  return kind
}

const alwaysKept = new Set(['host', 'content-length'])

/** Request headers for the application, in their original order and spelling. */
export function towardsApplication(raw: string[], parsed: ParsedRequest): string[] {
  const { visit, upgrade, requestId } = parsed
  const headers = kept(raw, visit.isFromTrustedProxy ? fromTrustedProxy : fromVisitor)
  headers.push(
    'X-Forwarded-For',
    visit.forwardedFor,
    'X-Forwarded-Proto',
    visit.secure ? 'https' : 'http',
    'X-Forwarded-Host',
    visit.host,
    'X-Forwarded-Port',
    visit.port,
    'X-Request-Id',
    requestId,
  )
  if (upgrade) headers.push('Connection', 'Upgrade', 'Upgrade', upgrade.protocol)
  return headers
}

/** Response headers for the visitor. */
export function towardsVisitor(raw: string[], requestId: string): string[] {
  const headers = kept(raw, fromAnswer)
  headers.push('X-Request-Id', requestId)
  return headers
}

function kept(raw: string[], dropped: number): string[] {
  const headers: string[] = []
  let named: Set<string> | undefined
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string
    const kind = kindOf(name)
    if ((kind & dropped) === 0) headers.push(name, raw[at + 1] as string)
    else if (kind & isConnection) named = namedByConnection(raw[at + 1] as string, named)
  }
  return named ? without(headers, named) : headers
}

/** Further headers that a `Connection` header declares as hop-by-hop. */
function namedByConnection(value: string, sofar?: Set<string>): Set<string> | undefined {
  const lower = value.toLowerCase()
  if (lower === 'keep-alive' || lower === 'close' || lower === 'upgrade') return sofar
  const names = lower.split(',').map((name) => name.trim())
  return new Set([...(sofar ?? []), ...names.filter((name) => !alwaysKept.has(name))])
}

function without(headers: string[], names: Set<string>): string[] {
  return headers.filter((_, at) => !names.has((headers[at - (at % 2)] as string).toLowerCase()))
}

/** Value of a header in raw ones, of all its copies; the name is in lower case. */
export function valueIn(raw: string[], lowerName: string): string | undefined {
  let found: string | undefined
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string
    if (name.length !== lowerName.length || name.toLowerCase() !== lowerName) continue
    found = found === undefined ? raw[at + 1] : `${found}, ${raw[at + 1]}`
  }
  return found
}

/** Raw headers, which alternate between name and value, as pairs. */
export function pairsOf(raw: string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] as string, raw[at + 1] as string])
  return pairs
}

import { isForwardingHeader, isWrittenByRouter, type VisitorFacts } from './forwarding.ts'

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
const notForVisitor = new Set(hopByHop)

type HeaderTest = (lowerName: string) => boolean
const isDroppedFromVisitor: HeaderTest = (name) =>
  notForApplication.has(name) || isForwardingHeader(name)
const isDroppedFromTrustedProxy: HeaderTest = (name) =>
  notForApplication.has(name) || isWrittenByRouter(name)
const isDroppedFromAnswer: HeaderTest = (name) => notForVisitor.has(name)
const alwaysKept = new Set(['host', 'content-length'])

/** Request headers for the application, in their original order and spelling. */
export function towardsApplication(raw: string[], visit: VisitorFacts, upgrade?: string): string[] {
  const headers = kept(
    raw,
    visit.isFromTrustedProxy ? isDroppedFromTrustedProxy : isDroppedFromVisitor,
  )
  headers.push(
    'X-Forwarded-For',
    visit.forwardedFor,
    'X-Forwarded-Proto',
    visit.secure ? 'https' : 'http',
    'X-Forwarded-Host',
    visit.host,
    'X-Forwarded-Port',
    visit.port,
  )
  if (upgrade) headers.push('Connection', 'Upgrade', 'Upgrade', upgrade)
  return headers
}

/** Response headers for the visitor. */
export function towardsVisitor(raw: string[]): string[] {
  return kept(raw, isDroppedFromAnswer)
}

function kept(raw: string[], isDropped: HeaderTest): string[] {
  const headers: string[] = []
  let named: Set<string> | undefined
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string
    const lower = name.toLowerCase()
    if (isDropped(lower)) {
      if (lower === 'connection') named = namedByConnection(raw[at + 1] as string, named)
    } else headers.push(name, raw[at + 1] as string)
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

/** Raw headers, which alternate between name and value, as pairs. */
export function pairsOf(raw: string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] as string, raw[at + 1] as string])
  return pairs
}

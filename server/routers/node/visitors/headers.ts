/** What the application is told about the visitor, beside the visitor's own headers. */
export interface Visit {
  /** The visitor's IP address as the connection shows it. */
  peer: string
  secure: boolean
  /** The `Host` header as it came. */
  host: string
  /** The port of the door that the visitor used. */
  port: number
}

/** Headers about one connection, which say nothing on the next (RFC 9110, 7.6.1), and how a body is framed. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * A visitor can write anything into these. The router is the first that can be believed, so it replaces them
 * instead of adding to them; `Proxy` would become a setting of CGI programs.
 */
const spoofable = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-forwarded-ssl',
  'x-real-ip',
  'proxy',
  'proxy-authorization',
  'http2-settings',
]

const notForApplication = new Set([...hopByHop, ...spoofable])
const notForVisitor = new Set(hopByHop)
const alwaysKept = new Set(['host', 'content-length'])

/** The headers of a visitor's request as the application gets them, in their order and spelling. */
export function towardsApplication(raw: string[], visit: Visit, upgrade?: string): string[] {
  const headers = kept(raw, notForApplication)
  headers.push(
    'X-Forwarded-For',
    visit.peer,
    'X-Forwarded-Proto',
    visit.secure ? 'https' : 'http',
    'X-Forwarded-Host',
    visit.host,
    'X-Forwarded-Port',
    String(visit.port),
  )
  if (upgrade) headers.push('Connection', 'Upgrade', 'Upgrade', upgrade)
  return headers
}

/** The headers of an application's answer as the visitor gets them. */
export function towardsVisitor(raw: string[]): string[] {
  return kept(raw, notForVisitor)
}

function kept(raw: string[], dropped: Set<string>): string[] {
  const headers: string[] = []
  let named: Set<string> | undefined
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string
    const lower = name.toLowerCase()
    if (dropped.has(lower)) {
      if (lower === 'connection') named = namedByConnection(raw[at + 1] as string, named)
    } else headers.push(name, raw[at + 1] as string)
  }
  return named ? without(headers, named) : headers
}

/** Further headers that a `Connection` header declares to be about this connection only. */
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

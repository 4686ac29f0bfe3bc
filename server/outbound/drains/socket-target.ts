import { isIP } from 'node:net'
import { scopeOf } from '#kit/net/special-addresses.ts'
import { notAllowed } from '#outbound/providers/call-errors.ts'
import { isAllowed, type PrivateTargets } from '#outbound/providers/targets.ts'

/** Address of a syslog server. */
export interface SocketTarget {
  host: string
  port: number
  isTls: boolean
}

/** The port that is registered for syslog over TLS (RFC 5425). */
const tlsPort = 6514
const plainPort = 514
const schemes = {
  tcp: ['tcp:', 'tls:', 'syslog:', 'syslog+tcp:', 'syslog+tls:'],
  udp: ['udp:', 'syslog:', 'syslog+udp:'],
} as const

/**
 * The target in `tcp://host:port`, `tls://host:port` or `udp://host:port`, which may begin with `syslog`, or in
 * `host:port` alone; `undefined` for anything else.
 */
export function socketTarget(given: string, transport: 'tcp' | 'udp'): SocketTarget | undefined {
  const text = isBareAddress(given) ? `${transport}://${given}` : given
  if (!URL.canParse(text)) return undefined
  const { protocol, port, username, password, pathname, search, hash } = new URL(text)
  const isKnown = schemes[transport].some((scheme) => scheme === protocol)
  const isBare = (pathname === '' || pathname === '/') && !search && !hash
  if (!isKnown || !isBare || username || password || port === '0') return undefined
  const host = canonicalHost(text.slice(protocol.length))
  if (host === undefined) return undefined
  const saysTls = protocol.endsWith('tls:')
  const number = port === '' ? (saysTls ? tlsPort : plainPort) : Number(port)
  const isTls = transport === 'tcp' && (saysTls || number === tlsPort)
  return { host, port: number, isTls }
}

/** `host:port` without a scheme. */
const isBareAddress = (text: string) => !text.includes('/') && /:\d{1,5}$/.test(text)

/** Hosts of web addresses are normalised, so that every spelling of an IP address is recognised as one. */
function canonicalHost(authority: string): string | undefined {
  const text = `http:${authority}`
  if (!URL.canParse(text)) return undefined
  return new URL(text).hostname.replace(/^\[|\]$/g, '') || undefined
}

/** Reason for not sending to a target, or `undefined`; names are checked again when they are resolved. */
export function objectionToSocket(
  url: string,
  transport: 'tcp' | 'udp',
  allowed: PrivateTargets,
): string | undefined {
  const target = socketTarget(url, transport)
  if (!target) {
    const form = transport === 'tcp' ? 'tcp://host:port or tls://host:port' : 'udp://host:port'
    return `${url.slice(0, 200)} is not of the form ${form}.`
  }
  const { host } = target
  return isIP(host) && !isAllowed(scopeOf(host), allowed) ? notAllowed(host) : undefined
}

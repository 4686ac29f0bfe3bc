import type { BlockList } from 'node:net'
import { addressesIn, clientAddress, isTrusted } from '#kit/net/client-address.ts'
import type { ConnectionFacts } from '#kit/net/connection-facts.ts'

/** Forwarding headers for the application, in addition to the visitor's own headers. */
export interface VisitorFacts {
  /** Chain of addresses: those reported by a trusted proxy, then the peer of the connection. */
  forwardedFor: string
  /** Address of the visitor: the last in the chain that is not a trusted proxy. */
  source: string
  secure: boolean
  /** The host that the visitor has requested, with its port. */
  host: string
  port: string
  isFromTrustedProxy: boolean
}

type Headers = Record<string, string | string[] | undefined>

/** Origin of the request: from the connection or, behind a trusted proxy, from its headers. */
export function readVisit(
  { address, secure }: ConnectionFacts,
  own: { host: string; port: number },
  headers: Headers,
  trusted: BlockList | undefined,
): VisitorFacts {
  const { host } = own
  if (!trusted || !isTrusted(address, trusted)) {
    return {
      forwardedFor: address,
      source: address,
      secure,
      host,
      port: String(own.port),
      isFromTrustedProxy: false,
    }
  }
  const chain = addressesIn(headers['x-forwarded-for'])
  // The last value is that of the nearest proxy; a visitor may have sent the others.
  const protocol = last(headers['x-forwarded-proto'])?.toLowerCase()
  const isKnown = protocol === 'http' || protocol === 'https'
  const port = last(headers['x-forwarded-port'])
  return {
    forwardedFor: [...chain, address].join(', '),
    source: clientAddress(address, chain, trusted),
    secure: isKnown ? protocol === 'https' : secure,
    host: last(headers['x-forwarded-host']) ?? host,
    port: port && /^\d{1,5}$/.test(port) ? port : defaultPort(isKnown ? protocol : '', own.port),
    isFromTrustedProxy: true,
  }
}

const defaultPort = (protocol: string, own: number) =>
  protocol === 'https' ? '443' : protocol === 'http' ? '80' : String(own)

/** Members of a list header, over all its copies. */
const listed = (value: string | string[] | undefined) =>
  [value ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())

const last = (value: string | string[] | undefined) => listed(value).at(-1) || undefined

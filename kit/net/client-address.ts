import { type BlockList, isIP } from 'node:net'
import { plainAddress } from './plain-address.ts'

/** Whether an address is that of a trusted proxy. */
export function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address)
  return version > 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Addresses in a header such as `X-Forwarded-For`, over all its copies; whatever is none is left out. */
export const addressesIn = (header: string | readonly string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => plainAddress(part.trim()))
    .filter((part) => isIP(part) > 0)

/**
 * Address of the client: the peer of the connection or, when that is a trusted proxy, the last address of the chain in
 * `X-Forwarded-For` that is not one. The client may have written those before it.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | readonly string[] | undefined,
  trusted: BlockList | undefined,
): string {
  if (!trusted || forwardedFor === undefined || !isTrusted(peer, trusted)) return peer
  const chain = addressesIn(forwardedFor)
  return chain.findLast((address) => !isTrusted(address, trusted)) ?? chain[0] ?? peer
}

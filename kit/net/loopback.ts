import { BlockList, isIP } from 'node:net'

const localName = /^([a-z0-9_-]+\.)*localhost\.?$/i
const loopbackNetworks = new BlockList()
loopbackNetworks.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackNetworks.addAddress('::1', 'ipv6')

/**
 * Whether a host, as a name or an address (in brackets or not), can only be the caller's own machine. An IPv4-mapped
 * IPv6 address counts as its IPv4 address, in any notation. The only predicate for this, because TLS is waived by it.
 */
export function isLoopback(host: string): boolean {
  const address = isBare(host) ? host : host.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 0) return localName.test(host)
  return family === 4 ? address.startsWith('127.') : loopbackNetworks.check(address, 'ipv6')
}

/** Without brackets and zone. */
const isBare = (host: string) => !host.startsWith('[') && !host.includes('%')

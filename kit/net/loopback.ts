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
  const address = host.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 0) return localName.test(host)
  return loopbackNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

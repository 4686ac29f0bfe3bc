import { BlockList, isIP } from 'node:net'

const localName = /^([a-z0-9_-]+\.)*localhost\.?$/i
const loopbackNetworks = new BlockList()
loopbackNetworks.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackNetworks.addAddress('::1', 'ipv6')

/**
 * Whether a host, by name or by address (in brackets or not), can only be the machine of whoever calls it. An IPv4 address
 * that is mapped into IPv6 counts as what it is, however it is written. The one predicate for all: TLS is waived by it.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 0) return localName.test(host)
  return loopbackNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

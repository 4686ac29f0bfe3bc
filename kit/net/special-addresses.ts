import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopback } from './loopback.ts'

/**
 * Destination of an address: this machine, a cloud metadata service, a network that is not the Internet (or nothing at
 * all), or the Internet.
 */
export type AddressScope = 'loopback' | 'metadata' | 'private' | 'public'

export interface Networks {
  readonly ipv4: readonly string[]
  readonly ipv6: readonly string[]
}

/** Link-local addresses, where most clouds have their metadata service, and the other addresses in use. */
export const metadataNetworks: Networks = {
  // Azure, Alibaba and Oracle, after link-local.
  ipv4: ['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'],
  // AWS and Google, likewise.
  ipv6: ['fe80::/10', 'fd00:ec2::254/128', 'fd20:ce::254/128'],
}

/** IANA's special ranges, as the library knows them, cloud metadata services, and our own additions. */
export const specialNetworks: Networks = {
  ipv4: [...reservedNetworks(ipaddr.IPv4), ...metadataNetworks.ipv4],
  ipv6: [
    // Everything but global unicast (2000::/3); includes all kinds of IPv4 in IPv6 except 6to4.
    ...['::/3', '4000::/2', '8000::/1'],
    ...reservedNetworks(ipaddr.IPv6),
    ...metadataNetworks.ipv6,
  ],
}

/** Scope of an IP address. An IPv4-mapped IPv6 address counts as its IPv4 address; any other text is private. */
export function scopeOf(address: string): AddressScope {
  const family = isIP(address)
  if (family === 0) return 'private'
  if (isLoopback(address)) return 'loopback'
  const given = ipaddr.parse(family === 6 ? inHexadecimal(address) : address)
  const plain =
    given instanceof ipaddr.IPv6 && given.isIPv4MappedAddress() ? given.toIPv4Address() : given
  const isIn = (networks: Networks) =>
    networks[plain.kind()].some((network) => plain.match(ipaddr.parseCIDR(network)))
  if (isIn(metadataNetworks)) return 'metadata'
  return isIn(specialNetworks) ? 'private' : 'public'
}

/** Whether an IPv4 network contains only addresses of cloud metadata services. */
export function isMetadataNetwork(network: string): boolean {
  const [address, bits] = ipaddr.IPv4.parseCIDR(network)
  return metadataNetworks.ipv4.some((each) => {
    const [whole, length] = ipaddr.IPv4.parseCIDR(each)
    return bits >= length && address.match(whole, length)
  })
}

/** IPv6 without a zone, all in hexadecimal: the library would take `::8.8.8.8` for an IPv4-mapped address. */
const inHexadecimal = (address: string) =>
  new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)

type AddressClass = typeof ipaddr.IPv4 | typeof ipaddr.IPv6
type Range = [{ toString(): string }, number]

/** The table is public but missing in the library's types. */
function reservedNetworks({ prototype }: AddressClass): string[] {
  const { SpecialRanges: ranges } = prototype as unknown as {
    SpecialRanges: Record<string, Range | Range[]>
  }
  return Object.values(ranges)
    .flatMap((each) => (Array.isArray(each[0]) ? (each as Range[]) : [each as Range]))
    .map(([address, bits]) => `${address}/${bits}`)
}

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopback } from './loopback.ts'

/**
 * Where an address leads: to this machine, to what gives a machine of a cloud its credentials, to a network that is not
 * the Internet (or to nothing at all), or to the Internet.
 */
export type AddressScope = 'loopback' | 'metadata' | 'private' | 'public'

export interface Networks {
  readonly ipv4: readonly string[]
  readonly ipv6: readonly string[]
}

/** Link-local addresses, where most clouds answer, and the addresses elsewhere at which others do. */
export const metadataNetworks: Networks = {
  // Of Azure, Alibaba and Oracle, behind those that are link-local.
  ipv4: ['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'],
  // Of AWS and Google, likewise.
  ipv6: ['fe80::/10', 'fd00:ec2::254/128', 'fd20:ce::254/128'],
}

/** What IANA has set aside, as the library knows it, the credential services of clouds, and rules of our own. */
export const specialNetworks: Networks = {
  ipv4: [...reservedNetworks(ipaddr.IPv4), ...metadataNetworks.ipv4],
  ipv6: [
    // Everything but global unicast (2000::/3); IPv4 in IPv6 of each kind but 6to4 is in here.
    ...['::/3', '4000::/2', '8000::/1'],
    ...reservedNetworks(ipaddr.IPv6),
    ...metadataNetworks.ipv6,
  ],
}

/** The scope of an IP address. One of IPv4 that is mapped into IPv6 is taken for what it is; any other text is private. */
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

/** Whether a network of IPv4 holds nothing but addresses at which credential services of clouds may be. */
export function isMetadataNetwork(network: string): boolean {
  const [address, bits] = ipaddr.IPv4.parseCIDR(network)
  return metadataNetworks.ipv4.some((each) => {
    const [whole, length] = ipaddr.IPv4.parseCIDR(each)
    return bits >= length && address.match(whole, length)
  })
}

/** IPv6 without a zone, all in hexadecimal: the library would take `::8.8.8.8` for an address that is mapped. */
const inHexadecimal = (address: string) =>
  new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)

type AddressClass = typeof ipaddr.IPv4 | typeof ipaddr.IPv6
type Range = [{ toString(): string }, number]

/** The table is public but missing in the types of the library. */
function reservedNetworks({ prototype }: AddressClass): string[] {
  const { SpecialRanges: ranges } = prototype as unknown as {
    SpecialRanges: Record<string, Range | Range[]>
  }
  return Object.values(ranges)
    .flatMap((each) => (Array.isArray(each[0]) ? (each as Range[]) : [each as Range]))
    .map(([address, bits]) => `${address}/${bits}`)
}

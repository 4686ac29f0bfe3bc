import { BlockList, isIP } from 'node:net'

/** Which private addresses we let ourselves be sent to. */
export type PrivateTargets = 'none' | 'loopback' | 'all'

/** Which of our own networks an address is in, if it is in one. */
export type Nearness = 'loopback' | 'private' | 'public'

const listOf = (...networks: [string, number, 'ipv4' | 'ipv6'][]) => {
  const list = new BlockList()
  for (const [address, bits, family] of networks) list.addSubnet(address, bits, family)
  return list
}

const loopback = listOf(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6'])
/** Addresses that mean nothing, or not the same, to the rest of the world. */
const notPublic = listOf(
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
)

/** How near an IP address is. An address of IPv4 inside one of IPv6 is taken for what it is. */
export function nearnessOf(address: string): Nearness {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (loopback.check(address, family)) return 'loopback'
  return notPublic.check(address, family) ? 'private' : 'public'
}

export const isAllowed = (nearness: Nearness, allowed: PrivateTargets): boolean =>
  nearness === 'public' || allowed === 'all' || allowed === nearness

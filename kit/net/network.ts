import { isIPv6 } from 'node:net'
import { plainAddress } from './plain-address.ts'

/**
 * Network prefix that usually belongs to one customer: for IPv6 a /64, that is, four groups; on request customers get a
 * /48, three groups.
 */
export function networkOf(address: string, kept: 3 | 4 = 4): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const behind = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => '0')
  return [...groups, ...zeros, ...behind].slice(0, kept).join(':')
}

import { isIPv6 } from 'node:net'
import { plainAddress } from './plain-address.ts'

/**
 * What counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, because a single subscriber chooses
 * the rest. On request subscribers get a /48.
 */
export function addressNetwork(address: string, bits: 48 | 64 = 64): string {
  const plain = plainAddress(address)
  if (!plain.includes(':') || !isIPv6(plain)) return plain
  const [first = '', second] = plain.split('::')
  const head = groupsOf(first)
  const tail = groupsOf(second ?? '')
  const zeros = second === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail]
  return `${groups
    .slice(0, bits / 16)
    .map(shortened)
    .join(':')}::/${bits}`
}

/** Groups of 16 bits; an IPv4 address at the end stands for two, which are never among the first four. */
const groupsOf = (text: string) =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : group))

const shortened = (group: string) => Number.parseInt(group, 16).toString(16)

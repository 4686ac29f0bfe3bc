import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const internalRanges: ReadonlySet<string> = new Set([
  'private',
  'carrierGradeNat',
  'uniqueLocal',
  'linkLocal',
  'loopback',
  'unspecified',
])

/** Whether an IP address is one of a network behind NAT or of a machine itself, which says something about that network. */
export function isInternalAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  return internalRanges.has(parsed.range())
}

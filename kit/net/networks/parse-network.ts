import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * An address, or a network such as `10.0.0.0/8`, in the one form in which all others of it are written: without bits
 * beyond the prefix, and IPv4-mapped IPv6 as IPv4. `undefined` for anything else.
 */
export function parseNetwork(text: string): string | undefined {
  const [, address = '', prefix] = /^([0-9a-fA-F:.]{2,45})(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const family = isIP(address)
  if (family === 0) return undefined
  const parsed = ipaddr.parse(address)
  const bits = prefix === undefined ? undefined : Number(prefix)
  if (bits !== undefined && bits > (family === 4 ? 32 : 128)) return undefined
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()
  if (isMapped && (bits === undefined || bits >= 96)) {
    return writeNetwork(parsed.toIPv4Address(), bits === undefined ? undefined : bits - 96)
  }
  return writeNetwork(parsed, bits)
}

function writeNetwork(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number | undefined): string {
  const bytes = address.toByteArray()
  if (bits === undefined || bits === bytes.length * 8) return address.toString()
  const kept = bytes.map((byte, at) => byte & maskOf(bits - at * 8))
  return `${ipaddr.fromByteArray(kept)}/${bits}`
}

/** The first bits of a byte. */
const maskOf = (bits: number) => (bits >= 8 ? 0xff : bits <= 0 ? 0 : (0xff << (8 - bits)) & 0xff)

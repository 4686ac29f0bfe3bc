import { isIP } from 'node:net'
import { type Der, tagged } from './der.ts'

const dnsName = 0x82
const ipAddress = 0x87
const hostPattern =
  /^(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i

/** A host as a subject alternative name: an IP address by its bytes, anything else as a DNS name. */
export function generalName(host: string): Der {
  const kind = isIP(host)
  if (kind === 4) return tagged(ipAddress, Buffer.from(host.split('.').map(Number)))
  if (kind === 6) return tagged(ipAddress, bytesOfIPv6(host))
  if (host.length > 253 || !hostPattern.test(host)) {
    throw new Error(`${JSON.stringify(host)} is not a host name that a certificate can hold`)
  }
  return tagged(dnsName, Buffer.from(host.toLowerCase(), 'latin1'))
}

function bytesOfIPv6(address: string): Buffer {
  // The URL parser normalises every form (dotted tails, upper case) to hexadecimal groups.
  const [left = '', right] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname
    .slice(1, -1)
    .split('::')
  const groups = (text: string) => (text ? text.split(':') : [])
  const head = groups(left)
  const tail = groups(right ?? '')
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  const bytes = Buffer.alloc(16)
  for (const [at, group] of [...head, ...zeros, ...tail].entries()) {
    bytes.writeUInt16BE(Number.parseInt(group, 16), at * 2)
  }
  return bytes
}

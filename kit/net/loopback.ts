import { isIP } from 'node:net'
import { plainAddress } from './plain-address.ts'

const localName = /^([a-z0-9_-]+\.)*localhost\.?$/i

/** Whether a host, by name or by address (in brackets or not), can only be the machine of whoever calls it. */
export function isLoopback(host: string): boolean {
  const address = plainAddress(host.replace(/^\[(.*)\]$/, '$1'))
  if (isIP(address) === 4) return address.startsWith('127.')
  return address === '::1' || localName.test(host)
}

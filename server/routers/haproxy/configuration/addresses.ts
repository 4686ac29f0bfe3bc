import { isIP, isIPv6 } from 'node:net'

/** An address and port as HAProxy reads them; throws for anything that is not an IP address. */
export function bindAddress(host: string, port: number): string {
  if (isIP(host) === 0) throw new Error(`not an IP address: ${JSON.stringify(host)}`)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`not a port: ${port}`)
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`
}

/** Addresses and networks of the rules of a `BlockList`, such as `Subnet: IPv4 10.0.0.0/8`. */
export function networksOf(rules: readonly string[]): string[] {
  return rules.map((rule) => {
    const network = /^(?:Address|Subnet): IPv[46] ([0-9a-fA-F:.]+(?:\/\d{1,3})?)$/.exec(rule)?.[1]
    if (!network) throw new Error(`HAProxy cannot trust proxies of the rule "${rule}"`)
    return network
  })
}

import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { DnsResolver } from '#platform/model/hosting/dns-resolver.ts'

export interface DnsOptions {
  /** Default: those that this machine is configured with. */
  servers?: readonly string[]
  /** Time for the first try, in milliseconds; the second gets more. */
  timeout?: number
}

const tries = 2

/** DNS records from name servers. */
export function createDnsResolver({ servers, timeout = 2000 }: DnsOptions = {}): DnsResolver {
  return {
    async resolveTxt(name) {
      // One resolver per question, because a cancelled or slow question would affect the others.
      const resolver = new Resolver({ timeout, tries })
      if (servers) resolver.setServers(servers)
      try {
        // A record of more than 255 characters comes in several pieces.
        return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === NOTFOUND || code === NODATA) return []
        throw error
      }
    },
  }
}

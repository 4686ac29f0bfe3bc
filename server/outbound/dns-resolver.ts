import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { DnsResolver } from '#platform/model/hosting/dns-resolver.ts'

export interface DnsOptions {
  /** None: those that this machine is configured with. */
  servers?: readonly string[]
  /** Time for the first try, in milliseconds; the second gets more. */
  timeout?: number
}

const tries = 2
/** A name server of somebody else may answer with thousands. */
const maxValues = 20

/** DNS records from name servers. */
export function createDnsResolver({ servers = [], timeout = 2000 }: DnsOptions = {}): DnsResolver {
  // One resolver per question, because a cancelled or slow question would affect the others.
  const openResolver = () => {
    const resolver = new Resolver({ timeout, tries })
    if (servers.length > 0) resolver.setServers(servers)
    return resolver
  }
  return {
    async resolveTxt(name) {
      // A record of more than 255 characters comes in several pieces.
      const records = await noneIfAbsent(openResolver().resolveTxt(name))
      return records.map((pieces) => pieces.join(''))
    },

    async resolve(name, type, signal) {
      signal.throwIfAborted()
      const resolver = openResolver()
      const cancel = () => resolver.cancel()
      signal.addEventListener('abort', cancel, { once: true })
      try {
        const values = await noneIfAbsent(resolver.resolve(name, type) as Promise<string[]>)
        return values.slice(0, maxValues)
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    },
  }
}

async function noneIfAbsent<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === NOTFOUND || code === NODATA) return []
    throw error
  }
}

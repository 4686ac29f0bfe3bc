import { type LookupAddress, Resolver, promises as systemDns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { isLoopback } from '#kit/net/loopback.ts'

/** Finds the addresses of a name. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>

export interface NameResolverOptions {
  /** Of one query, in milliseconds. */
  timeout?: number
  tries?: number
  /** Name servers; by default those of the machine. */
  servers?: readonly string[]
}

const hostsFile = '/etc/hosts'
/** Names that never exist (RFC 6761), so that nobody is asked. */
const neverThere = /(^|\.)(invalid|test)\.?$/i

/**
 * Resolves by DNS queries of this process. `dns.lookup` would occupy one of four threads that also serve files and
 * hashes, for as long as the name server takes, and the name server of a tenant's domain may take as long as it likes.
 */
export function createNameResolver({ servers, ...options }: NameResolverOptions = {}): ResolveName {
  const resolver = new Resolver({ timeout: 2000, tries: 2, ...options })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    // Answered by the machine itself.
    if (isLoopback(name)) return systemDns.lookup(name, { all: true })
    const listed = addressesIn(await readFile(hostsFile, 'utf8').catch(() => ''), name)
    if (listed.length > 0) return listed
    if (neverThere.test(name)) throw notFound(name)
    const [four, six] = await Promise.allSettled([
      query(resolver, name, 4),
      query(resolver, name, 6),
    ])
    const found = [four, six].flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    )
    if (found.length > 0) return found
    throw notFound(name)
  }
}

const query = (resolver: Resolver, name: string, family: 4 | 6): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, addresses: string[]) =>
      error ? reject(error) : resolve(addresses.map((address) => ({ address, family })))
    if (family === 4) resolver.resolve4(name, done)
    else resolver.resolve6(name, done)
  })

/** Addresses of a name in a hosts file. */
export function addressesIn(text: string, name: string): LookupAddress[] {
  const wanted = name.toLowerCase()
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    const isListed = names.some((one) => one.toLowerCase() === wanted)
    return isListed && isIP(address) > 0 ? [{ address, family: isIP(address) }] : []
  })
}

const notFound = (name: string) =>
  Object.assign(new Error(`${name} was not found`), { code: 'ENOTFOUND' })

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { monotonicClock } from '#kit/concurrency/clock.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { scopeOf } from '#kit/net/special-addresses.ts'
import type { Endpoint } from './firewall.ts'

export interface OperatorHostsOptions {
  /** Address of the npm registry. */
  registry: (() => Promise<string>) | undefined
  /** Addresses of other repositories. */
  repositories?: readonly string[] | undefined
  /** Proxy variables. */
  proxies: Readonly<Record<string, string>>
  /** Resolves the IPv4 addresses of a name. */
  resolve?: (host: string) => Promise<string[]>
  now?: () => number
}

const keptFor = 3_600_000
const lookupTimeout = 5_000
const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

/**
 * Resolves the hosts in special networks that the operator has configured for builds. Addresses found in the last hour
 * still count, because a program may have resolved the name a moment earlier.
 */
export function operatorHosts(options: OperatorHostsOptions): () => Promise<Endpoint[]> {
  const {
    registry,
    repositories = [],
    proxies,
    resolve = resolveIpv4,
    now = monotonicClock,
  } = options
  const found = new Map<string, Endpoint & { at: number }>()

  const find = async (text: string) => {
    const url = urlOf(text)
    const port = url && (Number(url.port) || defaultPorts[url.protocol])
    if (!url || !port) return
    const addresses = isIP(url.hostname) ? [url.hostname] : await resolve(url.hostname)
    for (const address of addresses) {
      if (isBlocked(address)) found.set(`${address}:${port}`, { address, port, at: now() })
    }
  }

  return async () => {
    const named = Object.entries(proxies).flatMap(([name, value]) =>
      /^no_proxy$/i.test(name) ? [] : [value],
    )
    // A failed lookup is ignored: the build fails to resolve the name as well, and reports it.
    const others = [...repositories, ...named].map(find)
    await Promise.allSettled([registry?.().then(find), ...others])
    for (const [key, { at }] of found) if (now() - at > keptFor) found.delete(key)
    return [...found.values()].map(({ address, port }) => ({ address, port }))
  }
}

/** Loopback is private to a network namespace, and public addresses are open anyway. */
const isBlocked = (address: string) =>
  isIP(address) === 4 && ['private', 'metadata'].includes(scopeOf(address))

/** A proxy may be given without a scheme. */
const urlOf = (text: string) =>
  URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)

async function resolveIpv4(host: string): Promise<string[]> {
  const found = await withTimeout(lookup(host, { all: true, family: 4 }), lookupTimeout, host)
  return found.map(({ address }) => address)
}

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Endpoint } from '#engines/process/network/firewall.ts'
import { operatorHosts } from '#engines/process/network/operator-hosts.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import type { EgressSources } from './egress-agents.ts'
import type { NodeEgress } from './egress-rules.ts'

/** What the operator has configured, by names that are resolved again for each use. */
export interface EgressOptions extends Pick<NodeEgress, 'allowed' | 'publishedPorts'> {
  /** Where visitors are served. */
  visitors: () => Promise<NodeEgress['visitors']>
  addonsHost: string
  addonsPorts: { from: number; to: number }
  /** Addresses of the image registry and of the Docker daemon. */
  closed: readonly string[]
  npmRegistry: (() => Promise<string>) | undefined
  /** Addresses of other repositories of builds. */
  repositories: readonly string[]
  proxies: Readonly<Record<string, string>>
}

const lookupTimeout = 5000
const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443, 'tcp:': 2375 }

export function createEgressSources(options: EgressOptions): EgressSources {
  const { allowed, publishedPorts, addonsHost, addonsPorts, npmRegistry, proxies } = options
  const builds = operatorHosts({
    registry: npmRegistry,
    repositories: options.repositories,
    proxies,
  })
  const resolve = createResolver()
  const endpointsOf = async (text: string): Promise<Endpoint[]> => {
    const { hostname, port, protocol } = new URL(text)
    const addresses = await resolve(hostname)
    return addresses.map((address) => ({
      address,
      port: Number(port) || (defaultPorts[protocol] ?? 443),
    }))
  }
  return async () => {
    const [visitors, operatorHosts, registry, addons] = await Promise.all([
      options.visitors(),
      builds(),
      Promise.all(options.closed.map(endpointsOf)),
      isLoopback(addonsHost) ? [] : resolve(addonsHost),
    ])
    const [address] = addons
    return {
      allowed,
      publishedPorts,
      visitors,
      operatorHosts: sorted(operatorHosts),
      closed: sorted(registry.flat()),
      addons: address ? { address, ports: addonsPorts } : undefined,
    }
  }
}

/** IPv4 addresses of a host; those of the last time while it cannot be resolved. */
function createResolver() {
  const known = new Map<string, string[]>()
  return async (host: string): Promise<string[]> => {
    if (isIP(host)) return isIP(host) === 4 ? [host] : []
    const found = await withTimeout(lookup(host, { all: true, family: 4 }), lookupTimeout, host)
      .then((all) => all.map(({ address }) => address).sort())
      .catch(() => undefined)
    if (found) known.set(host, found)
    return known.get(host) ?? []
  }
}

/** The rules, and with them the service, change only when the addresses do. */
const sorted = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

const keyOf = ({ address, port }: Endpoint) => `${address}:${port}`

import { lookup } from 'node:dns/promises'
import { isLoopback } from '#kit/net/loopback.ts'
import { plainAddress } from '#kit/net/plain-address.ts'

/** Addresses of edges are looked up again after this. */
const keepFor = 60_000

/** Whether a router may connect from an address: this machine, or one of the edges. */
export function createRouterCheck(own: string, edges: readonly string[]) {
  let known: { at: number; addresses: Promise<Set<string>> } | undefined
  return async (address: string): Promise<boolean> => {
    if (isLoopback(address) || address === own) return true
    if (edges.length === 0) return false
    const now = performance.now()
    if (!known || now - known.at > keepFor) known = { at: now, addresses: addressesOf(edges) }
    return (await known.addresses).has(address)
  }
}

/** A name that cannot be resolved now has none. */
async function addressesOf(hosts: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(hosts.map((host) => lookup(host, { all: true }).catch(() => [])))
  return new Set(found.flat().map(({ address }) => plainAddress(address)))
}

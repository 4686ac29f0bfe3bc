import { join } from 'node:path'
import { readNameServers } from '#engines/process/sandbox/etc-files.ts'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import { createMutex } from '#kit/concurrency/keyed-mutex.ts'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import type { Subnet } from '#kit/net/subnet.ts'
import type { PortAccess } from '#platform/model/marketplace/port-access.ts'
import {
  applyRules,
  connectNamespace,
  hasInterface,
  listNamespaces,
  makeBridge,
  removeBridge,
  removeNamespaces,
  usableSubnet,
} from './bridge.ts'
import { connectionLimits } from './connection-limits.ts'
import { type Egress, type Endpoint, fillSets, firewall } from './firewall.ts'
import { flowLimits, forgetFlows, readFlowLimits } from './flow-limits.ts'
import { type Lease, openLeases } from './leases.ts'
import { type Attachment, attachmentOf, networkNames } from './network-plan.ts'
import type { Tenant } from './subnet.ts'
import { type InterfaceTraffic, readInterfaces } from './traffic-counters.ts'

/** Network namespaces on one bridge, which exists as long as one of them does. */
export interface Network {
  /** A namespace with its own address, the wanted one if free; idempotent per id. Its flows count for its owner. */
  attach(id: string, owner: string, wanted?: string): Promise<Attachment>
  /** The same for a build, which also reaches the operator's own hosts. */
  attachBuild(id: string, owner: string): Promise<Attachment>
  /** Allows these ports of the machine's loopback address, and no others. */
  allowEgress(id: string, ports: readonly PortAccess[]): Promise<void>
  /** Removes the namespace; does nothing when it is gone already. */
  detach(id: string): Promise<void>
  /** Removes every namespace of this platform except those of these ids. */
  keepOnly(ids: string[]): Promise<void>
  /** All leases of addresses. */
  all(): Lease[]
  /** Counts the bytes of all namespaces so far, in one read of the machine's interfaces. */
  readTraffic(): (id: string) => InterfaceTraffic | undefined
  /** Removes the bridge now if unused. */
  close(): Promise<void>
}

export interface NetworkOptions {
  /** Networks opened by the operator. */
  allowed: readonly string[]
  /** Listeners of the router. */
  visitors: () => Promise<Egress['visitors']>
  /** Host in the URIs of add-on servers. */
  addonsHost: string
  /** Hosts that the operator configures for builds. */
  operatorHosts: () => Promise<Endpoint[]>
  /** Whether the kernel supports conntrack timeout policies per flow. */
  hasFlowTimeouts: boolean
}

/** Allows only the Internet. */
const internetOnly: NetworkOptions = {
  allowed: [],
  visitors: async () => ({ host: '0.0.0.0', ports: [] }),
  addonsHost: hostLoopback,
  operatorHosts: async () => [],
  hasFlowTimeouts: false,
}

/** Delay before an unused bridge is removed: making it again for the next step of a deployment would cost more. */
const bridgeLingers = 5000
/** How often the operator's hosts are resolved while builds run. */
const lookupInterval = 60_000

export async function openNetwork(
  folder: string,
  mark: string,
  { allowed, visitors, addonsHost, operatorHosts, hasFlowTimeouts }: NetworkOptions = internetOnly,
): Promise<Network> {
  const leases = await openLeases(join(folder, 'network.json'))
  const names = networkNames(mark)
  let isPrepared = false
  /** Whether the sets of the firewall may be outdated. */
  let isStale = false
  let hosts: Endpoint[] = []
  const builds = new Set<string>()
  let lingering: NodeJS.Timeout | undefined

  /** Mutex, so that the bridge is not removed under a namespace that is being made. */
  const withLock = createMutex()

  const sets = (coming: Lease[] = []) =>
    fillSets(names, {
      ways: leases.ways(coming),
      operatorHosts: hosts,
      leased: [...leases.all(), ...coming].map(({ id, address }) =>
        attachmentOf(mark, id, address),
      ),
    })

  /** Limits are applied before the rules they limit. */
  const limits = async (coming: Lease[] = []) =>
    connectionLimits(names, leases.ways(coming), addonsHost) +
    flowLimits(names, [...leases.all(), ...coming], await readFlowLimits(hasFlowTimeouts))

  const applySets = async (coming?: Lease[]) => {
    isStale = true
    await applyRules((await limits(coming)) + sets(coming))
    isStale = false
  }

  const prepare = async (): Promise<Subnet> => {
    if (isPrepared && leases.subnet && hasInterface(names.bridge)) return leases.subnet
    const subnet = await usableSubnet(leases.subnet, names.bridge, mark)
    await leases.settle(subnet)
    const { addresses } = await readNameServers()
    const egress = { nameServers: addresses, allowed, visitors: await visitors(), addonsHost }
    await makeBridge(names, subnet, (await limits()) + firewall(names, subnet, egress) + sets())
    isPrepared = true
    return subnet
  }

  const remove = async (namespaces: string[]) => {
    await removeNamespaces(mark, namespaces)
    clearTimeout(lingering)
    lingering = setTimeout(() => void withLock(letGo).catch(() => {}), bridgeLingers).unref()
  }

  const letGo = async () => {
    clearTimeout(lingering)
    if ((await listNamespaces(names)).length > 0 || !hasInterface(names.bridge)) return
    isPrepared = false
    await removeBridge(names)
  }

  /** Entries that cannot be deleted count for their owner until they time out. */
  const forget = (addresses: string[]) => forgetFlows(addresses).catch(() => {})

  const attachAs = async (tenant: Tenant, { id, owner }: Omit<Lease, 'address'>, wanted = '') => {
    const { netns, veth } = attachmentOf(mark, id, '')
    const isThere = (await listNamespaces(names)).includes(netns)
    const held = leases.find(id)
    if (isThere && held) return { netns, veth, address: held }
    // Without a lease it was left half-made by a crashed server.
    if (isThere) await remove([netns])
    const subnet = await prepare()
    const attachment = { netns, veth, address: leases.choose(id, tenant, wanted) }
    const lease = { id, owner, address: attachment.address }
    try {
      // A crashed server may have left conntrack entries of the previous holder of the address.
      await allSettled([
        connectNamespace(names, subnet, attachment),
        applySets([lease]),
        forget([lease.address]),
      ])
    } catch (error) {
      await remove([netns])
      throw error
    }
    await leases.keep(lease)
    return attachment
  }

  const refreshHosts = async () => {
    const found = await operatorHosts()
    await withLock(async () => {
      const isSame = JSON.stringify(found) === JSON.stringify(hosts)
      hosts = found
      if (!isSame && isPrepared && hasInterface(names.bridge)) await applySets()
    })
  }
  const refreshing = setInterval(() => {
    if (builds.size > 0) void refreshHosts().catch(() => {})
  }, lookupInterval).unref()

  return {
    attach: (id, owner, wanted) => withLock(() => attachAs('instance', { id, owner }, wanted)),

    async attachBuild(id, owner) {
      builds.add(id)
      const attaching = withLock(() => attachAs('build', { id, owner }))
      const [attachment] = await allSettled([attaching, refreshHosts()])
      return attachment
    },

    allowEgress: (id, ports) =>
      withLock(async () => {
        const before = JSON.stringify(leases.ways())
        await leases.allowEgress(id, ports)
        if (JSON.stringify(leases.ways()) === before && !isStale) return
        await prepare()
        await applySets()
      }),

    detach: (id) =>
      withLock(async () => {
        builds.delete(id)
        const { netns } = attachmentOf(mark, id, '')
        if ((await listNamespaces(names)).includes(netns)) await remove([netns])
        const hadWays = leases.ways().length > 0
        const address = leases.find(id)
        if (address) await forget([address])
        if (address) await leases.release(id)
        if (hadWays && hasInterface(names.bridge)) await applySets().catch(() => {})
      }),

    keepOnly: (ids) =>
      withLock(async () => {
        const kept = new Set(ids.map((id) => attachmentOf(mark, id, '').netns))
        const strays = (await listNamespaces(names)).filter((netns) => !kept.has(netns))
        if (strays.length > 0 || hasInterface(names.bridge)) await remove(strays)
        const others = leases.all().filter(({ id }) => !ids.includes(id))
        await forget(others.map(({ address }) => address))
        await leases.releaseOthers(ids)
      }),

    all: () => leases.all(),

    readTraffic() {
      const interfaces = readInterfaces()
      return (id) => interfaces.get(attachmentOf(mark, id, '').veth)
    },

    close: () => {
      clearInterval(refreshing)
      return withLock(letGo)
    },
  }
}

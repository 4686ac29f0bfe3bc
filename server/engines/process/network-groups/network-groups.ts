import { isDeepStrictEqual } from 'node:util'
import { listFolders } from '#engines/process/instances/instance-folder.ts'
import { attachmentOf } from '#engines/process/network/network-plan.ts'
import { createMutex } from '#kit/concurrency/keyed-mutex.ts'
import { installCommand, type SystemPackage } from '#kit/packages/system-packages.ts'
import type { GroupNetwork } from '#platform/model/hosting/network-groups/group-network.ts'
import { isNetworkGroupId } from '#platform/model/ids.ts'
import { type HubParts, plugInstance, removeHub, updateHub } from './hub.ts'
import { hubVeth, memberVeth, tunnelName } from './hub-plan.ts'
import type { NetworkGroups } from './hubs.ts'
import { linkNames } from './namespaces.ts'
import { findTunnelKind, type TunnelKind } from './tunnel.ts'
import { freeUdpPort } from './udp-port.ts'

export interface NetworkGroupsOptions extends Omit<HubParts, 'tunnelKind'> {
  /** Folder with a folder for each instance. */
  instances: string
  /** Writes `/etc/hosts` of an instance again. */
  writeHosts: (instanceId: string) => void
  /** Installs packages; resolves to an error message, or nothing. Absent where that is forbidden. */
  install?: ((packages: readonly SystemPackage[]) => Promise<string | undefined>) | undefined
}

const tunnelPackages: readonly SystemPackage[] = [
  { program: 'wg', name: 'wireguard-tools' },
  { program: 'wireguard-go', name: 'wireguard-go' },
]

export function openNetworkGroups(options: NetworkGroupsOptions): NetworkGroups {
  const { network, mark, instances, writeHosts, install } = options
  let kind: TunnelKind | undefined
  const tunnelKind = async () => {
    kind ??= await findTunnelKind()
    return kind
  }
  const parts: HubParts = { ...options, tunnelKind }
  let current: ReadonlyMap<string, GroupNetwork> = new Map()
  const applied = new Map<string, GroupNetwork>()
  /** Mutex, because an instance may start while groups change. */
  const withLock = createMutex()
  const hubs = () =>
    network.all().flatMap(({ id, owner }) => (isNetworkGroupId(id) ? [{ id, account: owner }] : []))

  const update = async (group: GroupNetwork) => {
    if (isDeepStrictEqual(applied.get(group.id), group) && (await isComplete(parts, group))) return
    applied.delete(group.id)
    await updateHub(parts, group)
    applied.set(group.id, group)
  }

  const groupsOf = (instanceId: string) =>
    [...current.values()].filter(({ instances }) =>
      instances.some((each) => each.instanceId === instanceId),
    )

  const writeAllHosts = async () => {
    for (const instanceId of await listFolders(instances)) writeHosts(instanceId)
  }

  return {
    hubs: () => hubs().map(({ id }) => id),
    interfacesOf: (instanceId) => groupsOf(instanceId).map(({ id }) => memberVeth(id)),
    hostsOf: (instanceId) =>
      groupsOf(instanceId)
        .flatMap(({ hosts }) =>
          hosts.map(({ address, names }) => `${address} ${names.join(' ')}\n`),
        )
        .join(''),
    join: (instanceId) =>
      withLock(async () => {
        for (const group of current.values()) await plugInstance({ mark }, group, instanceId)
      }),
    apply: (groups) =>
      withLock(async () => {
        const hadAny = current.size > 0 || hubs().length > 0
        current = new Map(groups.map((group) => [group.id, group]))
        const problems: unknown[] = []
        for (const hub of hubs().filter(({ id }) => !current.has(id))) {
          applied.delete(hub.id)
          await removeHub(parts, hub).catch((error) => problems.push(error))
        }
        for (const group of groups) await update(group).catch((error) => problems.push(error))
        if (hadAny || groups.length > 0) await writeAllHosts()
        if (problems.length > 0) throw problems[0]
      }),
    freePort: freeUdpPort,
    async prepareTunnels() {
      if (await tunnelKind()) return undefined
      const problem = await install?.(tunnelPackages)
      if (await tunnelKind()) return undefined
      const advice = `as root, ${installCommand(tunnelPackages)}`
      return `WireGuard is not installed on this machine${problem ? ` (${problem})` : ''}: ${advice}.`
    },
  }
}

/** Whether everything that was made is still there: a machine, a person or a crash may have removed it. */
async function isComplete({ mark }: HubParts, group: GroupNetwork): Promise<boolean> {
  const links = await linkNames(attachmentOf(mark, group.id, '').netns)
  if (!links.has('eth0')) return false
  if (group.tunnel && !links.has(tunnelName(mark, group.id))) return false
  return group.instances.every(({ instanceId }) => links.has(hubVeth(instanceId)))
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { groupsOf } from '#engines/process/limits/owner-groups.ts'
import type { Network } from '#engines/process/network/network.ts'
import { attachmentOf, maxPacket } from '#engines/process/network/network-plan.ts'
import type { Parts } from '#engines/process/parts.ts'
import { removeGroup } from '#kit/control-groups/control-groups.ts'
import { runSmall, runSmallOrThrow } from '#kit/process/coprocess/fork-server.ts'
import type { GroupNetwork } from '#platform/model/hosting/network-groups/group-network.ts'
import {
  hubBatch,
  hubVeth,
  memberBatch,
  memberVeth,
  plugBatch,
  tunnelMtu,
  tunnelName,
} from './hub-plan.ts'
import { hubRules } from './hub-rules.ts'
import { inNamespace, linkNames } from './namespaces.ts'
import { closeTunnel, openTunnel, type TunnelKind } from './tunnel.ts'

const timeout = 30_000
const hubScript = join(import.meta.dirname, 'hub.sh')
const memberScript = join(import.meta.dirname, 'member.sh')
/** Of the process of wireguard-go, counted with the owner's other processes. */
const tunnelLimits = { memoryMegabytes: 128, cpus: 1, processes: 64 }

/** What hubs are made with. */
export interface HubParts extends Pick<Parts, 'capabilities'> {
  network: Network
  mark: string
  tunnelKind: () => Promise<TunnelKind | undefined>
}

/**
 * Makes the hub of a group as given: a network namespace with a veth to each instance of this server, and the tunnel to
 * everybody else. The rules come first, so that nothing is ever connected without them.
 */
export async function updateHub(parts: HubParts, group: GroupNetwork): Promise<void> {
  const { network, mark } = parts
  const { netns } = await network.attach(group.id, group.account)
  await network.allowEgress(
    group.id,
    group.addons.flatMap(({ ports }) => ports),
  )
  const tunnel = tunnelName(mark, group.id)
  await runSmallOrThrow(inNamespace(netns, ['nft', '-f', '-']), {
    input: hubRules(group, tunnel),
    timeout,
  })
  const links = await linkNames(netns)
  if (!links.has(tunnel)) {
    const input = hubBatch(group)
    await runSmallOrThrow(inNamespace(netns, ['/bin/sh', hubScript]), { input, timeout })
  }
  await unplugOthers(netns, links, group)
  for (const { instanceId } of group.instances) {
    if (!links.has(hubVeth(instanceId))) await plugInstance(parts, group, instanceId)
  }
  if (group.tunnel) await updateTunnel(parts, group, netns)
  else if (links.has(tunnel)) {
    await closeTunnel({ name: tunnel, netns })
    await runSmall(['ip', '-n', netns, '-batch', '-'], { input: hubBatch(group), timeout })
    await removeGroup(tunnelGroups(parts, group)?.foldersOf(tunnel) ?? [])
  }
}

const isVeth = (name: string) => /^v[0-9a-f]{12}$/.test(name)

async function unplugOthers(
  netns: string,
  links: ReadonlySet<string>,
  { instances }: GroupNetwork,
): Promise<void> {
  const wanted = new Set(instances.map(({ instanceId }) => hubVeth(instanceId)))
  const others = [...links].filter((name) => isVeth(name) && !wanted.has(name))
  const input = others.map((name) => `link del ${name}\n`).join('')
  if (input) await runSmall(['ip', '-n', netns, '-force', '-batch', '-'], { input, timeout })
}

/** Connects an instance to the hub of a group; one without a namespace is connected when it gets one. */
export async function plugInstance(
  { mark }: Pick<HubParts, 'mark'>,
  group: GroupNetwork,
  instanceId: string,
): Promise<void> {
  const instance = group.instances.find((each) => each.instanceId === instanceId)
  const { netns } = attachmentOf(mark, instanceId, '')
  if (!instance || !existsSync(`/run/netns/${netns}`)) return
  const hub = attachmentOf(mark, group.id, '').netns
  const veth = hubVeth(instanceId)
  if ((await linkNames(hub)).has(veth)) return
  try {
    await runSmallOrThrow(['ip', '-n', hub, '-batch', '-'], {
      input: plugBatch(group, instance, netns),
      timeout,
    })
    await runSmallOrThrow(inNamespace(netns, ['/bin/sh', memberScript, memberVeth(group.id)]), {
      input: memberBatch(group, instance.address, await maxPacket()),
      timeout,
    })
  } catch (error) {
    // Half a connection would count as one.
    await runSmall(['ip', '-n', hub, 'link', 'del', veth], { timeout })
    throw error
  }
}

async function updateTunnel(parts: HubParts, group: GroupNetwork, netns: string): Promise<void> {
  const kind = await parts.tunnelKind()
  if (!kind || !group.tunnel) throw new Error(`${group.id} needs WireGuard, which is missing`)
  const name = tunnelName(parts.mark, group.id)
  const isThere = (await linkNames(netns)).has(name)
  const groups =
    isThere || kind === 'kernel' ? [] : await tunnelGroups(parts, group)?.create(name, tunnelLimits)
  await openTunnel(
    { name, netns, kind, groups: groups ?? [] },
    { tunnel: group.tunnel, network: group.network, mtu: tunnelMtu(await maxPacket()) },
  )
}

/** A hub, and the quota account that it counts for. */
export interface Hub {
  id: string
  account: string
}

const tunnelGroups = (parts: HubParts, { id, account }: Hub) =>
  groupsOf(parts, { ownerId: account, applicationId: id })

/** Removes the hub; the veths and the tunnel end with its namespace. */
export async function removeHub(parts: HubParts, hub: Hub): Promise<void> {
  const { id } = hub
  const { netns } = attachmentOf(parts.mark, id, '')
  const name = tunnelName(parts.mark, id)
  await closeTunnel({ name, netns })
  await parts.network.detach(id)
  await removeGroup(tunnelGroups(parts, hub)?.foldersOf(name) ?? [])
}

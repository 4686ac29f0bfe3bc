import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import { accessTo, portsOf } from '#platform/marketplace/addons/links/network-access.ts'
import type { NetworkGroupMember } from '#platform/model/hosting/network-groups/network-group.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { PortAccess } from '#platform/model/marketplace/port-access.ts'
import type { GroupRecords } from './plan-networks.ts'

/** All groups, with what their networks depend on. */
export async function readRecords(
  platform: Pick<Platform, 'store' | 'placement' | 'portVariables'>,
): Promise<GroupRecords[]> {
  const { store, placement } = platform
  const groups = await store.networkGroups.listAll()
  if (groups.length === 0) return []
  const [members, peers, gateways, instances, all] = await Promise.all([
    store.networkGroupMembers.listAll(),
    store.networkGroupPeers.listAll(),
    store.networkGroupGateways.listAll(),
    store.instances.listAll(),
    placement.assignments(),
  ])
  const states = new Map(instances.map(({ id, state }) => [id, state]))
  const serverOf = ({ applicationId }: NetworkGroupMember) =>
    all.get(applicationId ?? 'built-in providers') ?? store.claims.serverId
  return Promise.all(
    groups.map(async (group) => {
      const isOfGroup = ({ groupId }: { groupId: string }) => groupId === group.id
      const own = members.filter(isOfGroup)
      return {
        group,
        account: await quotaAccountOf(store, group.ownerId),
        members: own,
        peers: peers.filter(isOfGroup),
        gateways: gateways.filter(isOfGroup),
        states,
        serverOf,
        ports: await portsOfMembers(platform, own),
      }
    }),
  )
}

/** Ports of the add-ons of a group. All count for one account, because the firewall knows the hub by its one address. */
async function portsOfMembers(
  knows: Pick<Platform, 'store' | 'portVariables'>,
  members: readonly NetworkGroupMember[],
): Promise<Map<AddonId, PortAccess[]>> {
  const ids = members.flatMap(({ addonId }) => addonId ?? [])
  const found = await Promise.all(ids.map((id) => knows.store.addons.find(id)))
  const addons = found.flatMap((addon) => addon ?? [])
  const access = await accessTo(knows, addons)
  return new Map(
    addons.map((addon) => {
      const ports = portsOf(knows, addon)
      return [addon.id, access.filter(({ port }) => ports.includes(port))]
    }),
  )
}

import type { NetworkGroupId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { nextAddress } from './addresses.ts'

/** Counts a change of a group. Call it in the transaction that makes the change. */
export async function countChange(store: Store, groupId: NetworkGroupId): Promise<void> {
  const group = await store.networkGroups.find(groupId)
  if (!group) return
  const { version, lastAddress } = group
  await store.networkGroups.change(groupId, { version: version + 1, lastAddress })
}

/** Takes an address of a group, which counts as a change of the group. Call it in the transaction that stores its use. */
export async function takeAddress(store: Store, groupId: NetworkGroupId): Promise<string> {
  const group = await store.networkGroups.find(groupId)
  if (!group) throw new Refusal('missing', `There is no network group ${groupId}.`)
  const members = await store.networkGroupMembers.listOf(groupId)
  const peers = await store.networkGroupPeers.listOf(groupId)
  const used = new Set([...members, ...peers].flatMap(({ address }) => address ?? []))
  const address = nextAddress(group.network, group.lastAddress, used)
  if (!address) {
    throw new Refusal('conflict', `Every address of the network group ${group.label} is in use.`)
  }
  await store.networkGroups.change(groupId, { version: group.version + 1, lastAddress: address })
  return address
}

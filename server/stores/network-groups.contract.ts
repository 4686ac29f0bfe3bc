import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'
import type { NetworkGroup } from '#platform/model/hosting/network-groups/network-group.ts'
import type { Store } from '#platform/model/store.ts'
import { addApplication } from './store.contract.ts'

const groupOf = (change: Partial<NetworkGroup> = {}): NetworkGroup => ({
  id: newId('ng'),
  ownerId: 'orga_one',
  label: 'backend',
  description: '',
  tags: ['a'],
  network: '100.80.0.0/22',
  lastAddress: '100.80.0.1',
  version: 1,
  createdAt: 1,
  ...change,
})

/** Contract of every store for network groups. `open` returns an empty store. */
export function networkGroupsContract(name: string, open: () => Promise<Store>): void {
  test(`${name}: a subnet is of one network group, and everything goes with the group`, async () => {
    const store = await open()
    const group = groupOf()
    await store.networkGroups.add(group)
    await assert.rejects(store.networkGroups.add(groupOf()))
    await store.networkGroups.add(groupOf({ network: '100.80.4.0/22', ownerId: 'orga_two' }))
    await store.networkGroups.change(group.id, { version: 2, lastAddress: '100.80.0.2' })
    const changed = { ...group, version: 2, lastAddress: '100.80.0.2' }
    assert.deepEqual(await store.networkGroups.find(group.id), changed)
    assert.deepEqual(await store.networkGroups.listOf('orga_one'), [changed])

    const { id: groupId } = group
    const keys = newKeyPair()
    const gateway = { groupId, serverId: 's', ...keys, host: '', port: 0 }
    await store.networkGroupGateways.add(gateway)
    await store.networkGroupGateways.add({ ...gateway, ...newKeyPair() })
    await store.networkGroupGateways.move({ groupId, serverId: 's', host: 'h', port: 5 })
    assert.deepEqual(await store.networkGroupGateways.listOf(groupId), [
      { ...gateway, host: 'h', port: 5 },
    ])
    await store.networkGroups.removeOf('orga_one')
    assert.equal((await store.networkGroups.listAll()).length, 1)
    assert.deepEqual(await store.networkGroupGateways.listAll(), [])
    await store.close()
  })

  test(`${name}: members go with their application, and peers with their instance or member`, async () => {
    const store = await open()
    const group = groupOf()
    const { id: groupId } = group
    await store.networkGroups.add(group)
    const { id: applicationId } = await addApplication(store)
    const facts = { groupId, label: '', domainName: '', createdAt: 1 }
    const none = { applicationId: null, addonId: null, address: null }
    await store.networkGroupMembers.add({ ...facts, id: 'external_x', kind: 'EXTERNAL', ...none })
    await store.networkGroupMembers.add({
      ...facts,
      id: applicationId,
      kind: 'APPLICATION',
      applicationId,
      addonId: null,
      address: '100.80.0.2',
    })
    const peer = { groupId, label: '', hostname: '', createdAt: 1 }
    const outside = { instanceId: null, publicKey: 'k', serverId: 's' }
    await store.networkGroupPeers.add({
      ...peer,
      id: 'peer_outside',
      memberId: 'external_x',
      address: '100.80.0.3',
      ...outside,
    })
    const taken = { ...peer, id: 'peer_other', memberId: 'external_x', address: '100.80.0.3' }
    await assert.rejects(store.networkGroupPeers.add({ ...taken, ...outside }))
    const counts = await store.networkGroups.countOfQuotaAccount('orga_one')
    assert.deepEqual(counts, { groups: 1, members: 2, externalPeers: 1 })
    assert.equal((await store.networkGroupMembers.listOfApplication(applicationId)).length, 1)
    await store.applications.remove(applicationId)
    assert.deepEqual(
      (await store.networkGroupMembers.listOf(groupId)).map(({ id }) => id),
      ['external_x'],
    )
    assert.equal(await store.networkGroupMembers.remove(groupId, 'external_x'), true)
    assert.equal(await store.networkGroupMembers.remove(groupId, randomUUID()), false)
    assert.deepEqual(await store.networkGroupPeers.listAll(), [])
    await store.close()
  })
}

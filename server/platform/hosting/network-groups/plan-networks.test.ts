import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type {
  NetworkGroupMember,
  NetworkGroupPeer,
} from '#platform/model/hosting/network-groups/network-group.ts'
import { type GroupRecords, needsTunnel, planNetwork } from './plan-networks.ts'

const groupId = 'ng_one' as const
const [web, worker, next] = [randomUUID(), randomUUID(), randomUUID()]

const member = (part: Partial<NetworkGroupMember> & Pick<NetworkGroupMember, 'id'>) =>
  ({
    groupId,
    kind: 'APPLICATION',
    label: part.id,
    domainName: `${part.id}.m.${groupId}.asked.test`,
    createdAt: 1,
    addonId: null,
    applicationId: part.id,
    ...part,
  }) as NetworkGroupMember

const peer = (part: Partial<NetworkGroupPeer> & Pick<NetworkGroupPeer, 'memberId' | 'address'>) =>
  ({
    groupId,
    id: `peer_${part.address}`,
    label: '',
    hostname: '',
    createdAt: 1,
    instanceId: null,
    publicKey: null,
    serverId: null,
    ...part,
  }) as NetworkGroupPeer

/** An application at each of two servers, a database at the first, and a person who joins through the second. */
const records: GroupRecords = {
  group: {
    id: groupId,
    ownerId: 'orga_one',
    label: 'one',
    description: '',
    tags: [],
    network: '100.80.0.0/22',
    lastAddress: '100.80.0.9',
    version: 3,
    createdAt: 1,
  },
  account: 'user_one',
  members: [
    member({ id: 'app_web', address: '100.80.0.2' }),
    member({ id: 'app_worker', address: '100.80.0.3' }),
    member({
      id: 'redis_x',
      kind: 'ADDON',
      applicationId: null,
      addonId: 'addon_x',
      address: '100.80.0.4',
    }),
    member({ id: 'external_x', kind: 'EXTERNAL', applicationId: null, address: null }),
  ],
  peers: [
    peer({ memberId: 'app_web', address: '100.80.0.5', instanceId: web }),
    peer({ memberId: 'app_web', address: '100.80.0.6', instanceId: next }),
    peer({ memberId: 'app_worker', address: '100.80.0.7', instanceId: worker }),
    peer({ memberId: 'external_x', address: '100.80.0.8', publicKey: 'their', serverId: 'two' }),
  ],
  gateways: [
    { groupId, serverId: 'one', publicKey: 'k1', privateKey: 'p1', host: 'one.test', port: 51_001 },
    { groupId, serverId: 'two', publicKey: 'k2', privateKey: 'p2', host: 'two.test', port: 51_002 },
  ],
  states: new Map([
    [web, 'up'],
    [next, 'starting'],
    [worker, 'up'],
  ]),
  serverOf: ({ id }) => (id === 'app_worker' ? 'two' : 'one'),
  ports: new Map([['addon_x', [{ port: 6000, account: 'user_one', maxConnections: 16 }]]]),
}
const plan = { here: 'one', domain: 'ng.test', hasTunnels: true }

test('plan of a group: each server has its own instances, services and add-ons, and a tunnel to the others', () => {
  const here = planNetwork(records, plan) ?? assert.fail()
  assert.deepEqual(here.instances, [
    { instanceId: web, address: '100.80.0.5' },
    { instanceId: next, address: '100.80.0.6' },
  ])
  // An instance that is not up calls others, and is not called.
  assert.deepEqual(here.services, [{ address: '100.80.0.2', targets: ['100.80.0.5'] }])
  assert.deepEqual(
    here.addons.map(({ address, ports }) => [address, ports.length]),
    [['100.80.0.4', 1]],
  )
  assert.deepEqual(here.tunnel, {
    privateKey: 'p1',
    port: 51_001,
    peers: [
      {
        publicKey: 'k2',
        addresses: ['100.80.0.3', '100.80.0.7', '100.80.0.8'],
        endpoint: { host: 'two.test', port: 51_002 },
      },
    ],
  })
  const there = planNetwork(records, { ...plan, here: 'two' }) ?? assert.fail()
  assert.deepEqual(there.tunnel?.peers[0], { publicKey: 'their', addresses: ['100.80.0.8'] })
  assert.deepEqual(there.addons, [])
  assert.deepEqual(there.hosts, here.hosts)
  assert.deepEqual(
    here.hosts.map(({ address, names }) => [address, ...names].join(' ')),
    [
      '100.80.0.2 app_web.m.ng_one.asked.test app_web.m.ng_one.ng.test',
      '100.80.0.3 app_worker.m.ng_one.asked.test app_worker.m.ng_one.ng.test',
      '100.80.0.4 redis_x.m.ng_one.asked.test redis_x.m.ng_one.ng.test',
      '100.80.0.8 external_x.m.ng_one.asked.test external_x.m.ng_one.ng.test',
    ],
  )
})

test('plan of a group: without anybody elsewhere there is no tunnel, and without anybody here nothing', () => {
  const alone = { ...records, serverOf: () => 'one', peers: records.peers.slice(0, 3) }
  assert.equal(needsTunnel(alone, 'one'), false)
  assert.equal(planNetwork(alone, plan)?.tunnel, undefined)
  assert.equal(planNetwork(alone, { ...plan, here: 'two' }), undefined)
  assert.equal(planNetwork(records, { ...plan, hasTunnels: false })?.tunnel, undefined)
})

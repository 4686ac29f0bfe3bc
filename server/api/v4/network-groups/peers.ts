import {
  networkGroupPeer,
  networkGroupPeerList,
  wireguardConfiguration,
} from '#api/answers/hosting/network-groups.ts'
import { asksFor, type Call, endpoint } from '#api/http/endpoint.ts'
import { noContent } from '#api/http/response.ts'
import { integer, object, oneOf, optional, string } from '#kit/schema.ts'
import {
  addExternalPeer,
  getPeer,
  removePeer,
} from '#platform/hosting/network-groups/external-peers.ts'
import { readGroup } from '#platform/hosting/network-groups/read-group.ts'
import { configurationOf } from '#platform/hosting/network-groups/wireguard-configuration.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { groupOf, groupPath } from './groups.ts'
import { configurationToWire, peerToWire } from './to-wire.ts'

type PeerCall = Pick<Call, 'platform'> & {
  ownerId: OwnerId
  params: Readonly<Record<'networkGroupId' | 'peerId', string>>
}

export const listNetworkGroupPeers = endpoint({
  method: 'GET',
  path: `${groupPath}/peers`,
  access: { on: 'owner', may: 'see' },
  summary: 'Lists the peers of a network group: instances of applications, and machines outside',
  answer: networkGroupPeerList,
  handle: async (call) =>
    (await readGroup(call.platform, await groupOf(call))).peers.map(peerToWire),
})

export const getNetworkGroupPeer = endpoint({
  method: 'GET',
  path: `${groupPath}/peers/:peerId`,
  access: { on: 'owner', may: 'see' },
  summary: 'Shows a peer of a network group',
  answer: networkGroupPeer,
  async handle(call) {
    const group = await groupOf(call)
    const { id } = await getPeer(call.platform, group, call.params.peerId)
    const { peers } = await readGroup(call.platform, group)
    const found = peers.find(({ peer }) => peer.id === id)
    if (!found) throw new Refusal('missing', `${group.label} has no peer ${id}.`)
    return peerToWire(found)
  },
})

export const postExternalPeer = endpoint({
  method: 'POST',
  path: `${groupPath}/external-peers`,
  access: { on: 'owner', may: 'operate' },
  action: 'network-group.add-peer',
  summary: 'Admits a machine outside the platform to a network group, by its WireGuard public key',
  body: object({
    label: string,
    parentMember: string,
    publicKey: string,
    peerRole: optional(oneOf('CLIENT', 'SERVER', 'client', 'server')),
    hostname: optional(string),
    ip: optional(string),
    port: optional(integer),
  }),
  answer: networkGroupPeer,
  async handle(call) {
    const { peerRole, ip, port, ...wanted } = call.body
    if (peerRole?.toLowerCase() === 'server' || ip !== undefined || port !== undefined) {
      throw new Refusal(
        'invalid',
        'External peers connect to the platform, never the other way: give the role CLIENT, without ip and port.',
      )
    }
    const group = await groupOf(call)
    const peer = await addExternalPeer(call.platform, group, wanted)
    return peerToWire({ peer, gateway: undefined })
  },
})

const remove = async (call: PeerCall) => {
  const group = await groupOf(call)
  await removePeer(call.platform, group, await getPeer(call.platform, group, call.params.peerId))
  return noContent()
}

export const deleteExternalPeer = endpoint({
  method: 'DELETE',
  path: `${groupPath}/external-peers/:peerId`,
  access: { on: 'owner', may: 'operate' },
  action: 'network-group.remove-peer',
  summary: 'Shuts a machine outside the platform out of a network group',
  produces: 'nothing',
  handle: remove,
})

export const deletePeer = endpoint({
  method: 'DELETE',
  path: `${groupPath}/peers/:peerId`,
  access: { on: 'owner', may: 'operate' },
  action: 'network-group.remove-peer',
  summary: 'The same; the peer of an instance goes with its member',
  produces: 'nothing',
  handle: remove,
})

export const getWireguardConfiguration = endpoint({
  method: 'GET',
  path: `${groupPath}/peers/:peerId/wireguard/configuration`,
  access: { on: 'owner', may: 'see' },
  summary:
    'The WireGuard configuration of a machine outside the platform, without its private key: JSON, or the file itself for `Accept: text/plain`',
  answer: wireguardConfiguration,
  alternative: 'text/plain',
  async handle(call) {
    const group = await groupOf(call)
    const peer = await getPeer(call.platform, group, call.params.peerId)
    const text = await configurationOf(call.platform, group, peer)
    if (!asksFor(call.request, 'text/plain')) return configurationToWire(group, peer, text)
    return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  },
})

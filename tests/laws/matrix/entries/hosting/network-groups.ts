import { newId } from '#kit/text/ids.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'
import { addExternalPeer } from '#platform/hosting/network-groups/external-peers.ts'
import { createNetworkGroup } from '#platform/hosting/network-groups/network-groups.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'

const all = '/v4/networkgroups/organisations/:ownerId/networkgroups'
const one = `${all}/:networkGroupId`

/** A group with an external member, and a machine of it. */
async function ofGroup({ setup, organisationId }: Scene) {
  const memberId = newId('external')
  const group = await createNetworkGroup(setup.platform, organisationId, {
    label: 'ours',
    members: [{ id: memberId }],
  })
  const { publicKey } = newKeyPair()
  const wanted = { label: 'laptop', parentMember: memberId, publicKey }
  const peer = await addExternalPeer(setup.platform, group, wanted)
  return { params: { networkGroupId: group.id, memberId, peerId: peer.id } }
}

export const networkGroupEntries: Entries = {
  [`GET ${all}`]: { status: 200 },
  [`POST ${all}`]: { status: 201, arrange: () => ({ body: { label: 'mine' } }) },
  [`GET ${all}/search`]: { status: 200, arrange: () => ({ query: { query: 'mine' } }) },
  [`GET ${one}`]: { status: 200, arrange: ofGroup },
  [`DELETE ${one}`]: { status: 204, arrange: ofGroup },
  [`GET ${one}/members`]: { status: 200, arrange: ofGroup },
  [`POST ${one}/members`]: {
    status: 202,
    arrange: async (scene) => ({ ...(await ofGroup(scene)), body: { id: newId('external') } }),
  },
  [`GET ${one}/members/:memberId`]: { status: 200, arrange: ofGroup },
  [`DELETE ${one}/members/:memberId`]: { status: 204, arrange: ofGroup },
  [`GET ${one}/peers`]: { status: 200, arrange: ofGroup },
  [`GET ${one}/peers/:peerId`]: { status: 200, arrange: ofGroup },
  [`DELETE ${one}/peers/:peerId`]: { status: 204, arrange: ofGroup },
  [`POST ${one}/external-peers`]: {
    status: 200,
    async arrange(scene) {
      const needs = await ofGroup(scene)
      const { publicKey } = newKeyPair()
      const body = { label: 'phone', parentMember: needs.params.memberId, publicKey }
      return { ...needs, body }
    },
  },
  [`DELETE ${one}/external-peers/:peerId`]: { status: 204, arrange: ofGroup },
  [`GET ${one}/peers/:peerId/wireguard/configuration`]: { status: 200, arrange: ofGroup },
  [`GET ${one}/peers/:peerId/wireguard/configuration/stream`]: { status: 200, arrange: ofGroup },
  [`GET ${one}/stream`]: { status: 200, arrange: ofGroup },
}

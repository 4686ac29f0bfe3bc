import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'

export interface NetworkGroupMember {
  /** Id of an application or add-on, or one that begins with `external_`. */
  id: string
  label: string
  domainName: string
  kind: 'APPLICATION' | 'ADDON' | 'EXTERNAL'
}

interface Place {
  host: string
  port: number
}

/** An instance of an application, or a machine outside the platform. */
export interface NetworkGroupPeer {
  id: string
  label: string
  type: 'CleverPeer' | 'ExternalPeer'
  hostname: string
  parentMember: string
  publicKey: string
  endpoint: { ngIp?: string; ngTerm?: Place; publicTerm?: Place }
}

export interface NetworkGroup {
  id: string
  ownerId: string
  label: string
  description: string
  tags: string[]
  /** Its subnet. */
  networkIp: string
  version: number
  members: NetworkGroupMember[]
  peers: NetworkGroupPeer[]
}

export interface NewNetworkGroup {
  label: string
  description?: string | undefined
  tags?: readonly string[] | undefined
  members?: readonly { id: string }[] | undefined
}

/** What a search finds. */
export type NetworkGroupMatch =
  | (NetworkGroup & { type: 'NetworkGroup' })
  | (Omit<NetworkGroupMember, 'type'> & { type: 'Member' })
  | NetworkGroupPeer

export interface NewExternalPeer {
  label: string
  parentMember: string
  publicKey: string
}

export interface WireguardConfiguration {
  peerId: string
  /** The file, with a placeholder for the private key. */
  conf: string
}

export const networkGroups = ({ ask }: Connection) => {
  const all = (ownerId: string) => path`/v4/networkgroups/organisations/${ownerId}/networkgroups`
  const one = ({ ownerId, id }: Pick<NetworkGroup, 'ownerId' | 'id'>) => all(ownerId) + path`/${id}`
  type Group = Pick<NetworkGroup, 'ownerId' | 'id'>
  const link = (group: Group, member: { id: string; label?: string }) =>
    ask<unknown>({ method: 'POST', path: `${one(group)}/members`, body: member })
  const unlink = (group: Group, memberId: string) =>
    ask<void>({ method: 'DELETE', path: one(group) + path`/members/${memberId}` })
  const addExternalPeer = (group: Group, peer: NewExternalPeer) =>
    ask<NetworkGroupPeer>({
      method: 'POST',
      path: `${one(group)}/external-peers`,
      body: { ...peer, peerRole: 'CLIENT' },
    })
  const removeExternalPeer = (group: Group, peerId: string) =>
    ask<void>({ method: 'DELETE', path: one(group) + path`/external-peers/${peerId}` })
  const configuration = (group: Group, peerId: string) =>
    ask<WireguardConfiguration>({
      method: 'GET',
      path: one(group) + path`/peers/${peerId}/wireguard/configuration`,
    })
  return {
    list: (ownerId: string) => ask<NetworkGroup[]>({ method: 'GET', path: all(ownerId) }),
    search: (ownerId: string, query: string) =>
      ask<NetworkGroupMatch[]>({ method: 'GET', path: `${all(ownerId)}/search`, query: { query } }),
    create: (ownerId: string, body: NewNetworkGroup) =>
      ask<NetworkGroup>({ method: 'POST', path: all(ownerId), body }),
    delete: (group: Group) => ask<void>({ method: 'DELETE', path: one(group) }),
    link,
    unlink,
    addExternalPeer,
    removeExternalPeer,
    configuration,
    /** Shuts a machine out; its member goes with the last machine of it. */
    async expel(group: Group & Pick<NetworkGroup, 'peers'>, peer: NetworkGroupPeer) {
      const { id, parentMember } = peer
      await removeExternalPeer(group, id)
      const isLast = !group.peers.some(
        (other) => other.id !== id && other.parentMember === parentMember,
      )
      if (isLast) await unlink(group, parentMember)
    },
    /** Lets a machine join as a member of its own, with its configuration; a machine that is refused leaves no member. */
    async admit(group: Group, wanted: NewExternalPeer) {
      const { label, parentMember } = wanted
      await link(group, { id: parentMember, label: `Parent of ${label}` })
      const peer = await addExternalPeer(group, wanted).catch(async (error) => {
        await unlink(group, parentMember).catch(() => {})
        throw error
      })
      const { conf } = await configuration(group, peer.id)
      return { peer, configuration: conf }
    },
  }
}

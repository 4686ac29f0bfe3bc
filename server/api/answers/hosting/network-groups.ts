import { exactOptional, integer, list, object, oneOf, string, union } from '#kit/schema.ts'

const kinds = ['APPLICATION', 'ADDON', 'EXTERNAL'] as const
const place = object({ host: string, port: integer })

const memberFacts = { id: string, label: string, domainName: string, kind: oneOf(...kinds) }

/** `type` says the same as `kind` in lower case; clients read one or the other. */
export const networkGroupMember = object({
  ...memberFacts,
  type: oneOf('application', 'addon', 'external'),
})
export const networkGroupMemberList = list(networkGroupMember)

/** `hv` is the server of an instance; the endpoint has the address inside the group, and where its server is reached from outside. */
export const networkGroupPeer = object({
  id: string,
  label: string,
  type: oneOf('CleverPeer', 'ExternalPeer'),
  hostname: string,
  parentMember: string,
  publicKey: string,
  endpoint: object({
    ngIp: exactOptional(string),
    ngTerm: exactOptional(place),
    publicTerm: exactOptional(place),
  }),
  hv: exactOptional(string),
})
export const networkGroupPeerList = list(networkGroupPeer)

const groupFacts = {
  id: string,
  ownerId: string,
  label: string,
  description: string,
  tags: list(string),
  networkIp: string,
  lastAllocatedIp: string,
  version: integer,
  members: networkGroupMemberList,
  peers: networkGroupPeerList,
}
export const networkGroup = object(groupFacts)
export const networkGroupList = list(networkGroup)

export const networkGroupMatches = list(
  union([
    object({ ...groupFacts, type: oneOf('NetworkGroup') }),
    object({ ...memberFacts, type: oneOf('Member'), networkGroupId: string }),
    networkGroupPeer,
  ]),
)

/** `configuration` and `base64` are the file, encoded. */
export const wireguardConfiguration = object({
  ngId: string,
  peerId: string,
  version: integer,
  conf: string,
  base64: string,
  configuration: string,
})

import * as groups from './groups.ts'
import * as members from './members.ts'
import * as peers from './peers.ts'
import * as streams from './streams.ts'

export const networkGroupEndpoints = [
  groups.listNetworkGroups,
  groups.postNetworkGroup,
  groups.searchNetworkGroups,
  groups.getNetworkGroup,
  groups.deleteGroup,
  members.listNetworkGroupMembers,
  members.getNetworkGroupMember,
  members.postNetworkGroupMember,
  members.deleteNetworkGroupMember,
  peers.listNetworkGroupPeers,
  peers.getNetworkGroupPeer,
  peers.postExternalPeer,
  peers.deleteExternalPeer,
  peers.deletePeer,
  peers.getWireguardConfiguration,
  streams.followNetworkGroup,
  streams.followConfiguration,
]

import type { Platform } from '#platform/hosting/platform.ts'
import type {
  NetworkGroup,
  NetworkGroupGateway,
  NetworkGroupPeer,
} from '#platform/model/hosting/network-groups/network-group.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { namesOf } from './member-names.ts'

/** What the platform does not know: whoever joins puts their own private key here. */
const keyPlaceholder = '<%PrivateKey%>'
/** Keeps the address translation in front of a home network open, so that applications reach the machine too. */
const keepalive = 25

export interface ConfigurationFacts {
  group: Pick<NetworkGroup, 'label' | 'network'>
  address: string
  gateway: Pick<NetworkGroupGateway, 'publicKey' | 'host' | 'port'>
  hosts: readonly { address: string; names: readonly string[] }[]
}

/**
 * The configuration file of an external peer. One server leads to the whole group, so that it stays right whatever is
 * deployed. The names are lines for the machine's own hosts file: inside the group nobody answers DNS queries.
 */
function configurationText({ group, address, gateway, hosts }: ConfigurationFacts): string {
  return `# ${group.label}
[Interface]
PrivateKey = ${keyPlaceholder}
Address = ${address}/32

[Peer]
PublicKey = ${gateway.publicKey}
AllowedIPs = ${group.network}
Endpoint = ${gateway.host}:${gateway.port}
PersistentKeepalive = ${keepalive}

# Lines for /etc/hosts:
${hosts.map((each) => `# ${each.address} ${each.names.join(' ')}`).join('\n')}
`
}

/** The configuration with which the machine of an external peer joins its group. */
export async function configurationOf(
  { store, policies }: Pick<Platform, 'store' | 'policies'>,
  group: NetworkGroup,
  peer: NetworkGroupPeer,
): Promise<string> {
  if (peer.serverId === null) {
    throw new Refusal(
      'conflict',
      `${peer.id} is an instance of ${peer.memberId}, which the platform connects itself: only external peers have a configuration.`,
    )
  }
  const gateways = await store.networkGroupGateways.listOf(group.id)
  const gateway = gateways.find(({ serverId }) => serverId === peer.serverId)
  if (!gateway?.port) {
    throw new Refusal(
      'unavailable',
      'The way into the group is being opened: try again in a moment.',
      {
        wait: 5,
      },
    )
  }
  const members = await store.networkGroupMembers.listOf(group.id)
  const hosts = members.flatMap((member) =>
    member.address
      ? [{ address: member.address, names: namesOf(member, policies.networkGroupDomain) }]
      : [],
  )
  return configurationText({ group, address: peer.address, gateway, hosts })
}

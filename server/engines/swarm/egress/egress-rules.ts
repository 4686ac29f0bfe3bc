import { dropTable, type Endpoint, isNamed, networkSet } from '#engines/process/network/firewall.ts'
import { metadataNetworks, specialNetworks } from '#kit/net/special-addresses.ts'

/** What instances and builds on the nodes may reach in addition to the Internet, and what they never do. */
export interface NodeEgress {
  /** IPv4 networks that the operator has opened, such as `10.1.0.0/16`. */
  allowed: readonly string[]
  /** IPv4 addresses and ports at which visitors are served. */
  visitors: { addresses: readonly string[]; ports: readonly number[] }
  /** Where add-on servers are, for instances; `undefined` when nodes do not reach them. */
  addons: { address: string; ports: PortSpan } | undefined
  /** Hosts that the operator has configured for builds. */
  operatorHosts: readonly Endpoint[]
  /** Addresses of all nodes. */
  nodes: readonly string[]
  /** Ports of the nodes at which instances are published. */
  publishedPorts: PortSpan
  /** Image registry and Docker daemon: closed even where their network is opened. */
  closed: readonly Endpoint[]
}

interface PortSpan {
  from: number
  to: number
}

/** Interface by which containers of services leave their node. */
export const instanceBridge = 'docker_gwbridge'
/** Interface of the network of builds. */
export const buildBridge = 'berth-builds'
/** Docker's own: API, cluster management, gossip between nodes and VXLAN. */
const dockerPorts = [2375, 2376, 2377, 4789, 7946]

/**
 * Rules for `nft` on a node. From containers the Internet is reachable, and neither nodes nor special networks. Packets of
 * connections that were begun from outside are answers and pass; those of a container's own connections are judged one by
 * one, so that new rules end what they forbid. The set `name_servers` is filled on the node. `mark` is the name of an
 * empty chain, by which a node shows that it has these rules and no others.
 */
export function egressRules(table: string, mark: string, egress: NodeEgress): string {
  const { allowed, visitors, addons, nodes, publishedPorts, closed, operatorHosts } = egress
  const bridges = `iifname { "${instanceBridge}", "${buildBridge}" }`
  return `${dropTable('inet', table)}table inet ${table} {
  set name_servers {
    type ipv4_addr;
  }
  ${networkSet('special', specialNetworks.ipv4)}
  ${networkSet('metadata', metadataNetworks.ipv4)}
  ${networkSet('opened', allowed)}
  ${networkSet('opened_by_name', allowed.filter(isNamed))}
  ${networkSet('nodes', nodes)}
  ${networkSet('visitors', visitors.addresses)}
  ${endpointSet('closed', closed)}
  ${endpointSet('operator_hosts', operatorHosts)}
  chain ${mark} {
  }
  chain egress {
    meta nfproto ipv6 drop
    ct direction reply accept
    ip daddr @name_servers meta l4proto { tcp, udp } th dport 53 accept
    ip daddr . tcp dport @closed reject
    ip daddr @nodes meta l4proto { tcp, udp } th dport { ${dockerPorts.join(', ')} } reject
    ip daddr @nodes tcp dport ${publishedPorts.from}-${publishedPorts.to} reject
    ${visitors.ports.length > 0 ? `ip daddr @visitors tcp dport { ${visitors.ports.join(', ')} } accept` : ''}
    ${addons ? `iifname "${instanceBridge}" ip daddr ${addons.address} tcp dport ${addons.ports.from}-${addons.ports.to} accept` : ''}
    iifname "${buildBridge}" ip daddr . tcp dport @operator_hosts accept
    ip daddr @opened_by_name accept
    ip daddr @nodes reject
    ip daddr @metadata reject
  }
  chain input {
    type filter hook input priority -5; policy accept;
    ${bridges} jump egress
    ${bridges} reject
  }
  chain forward {
    type filter hook forward priority -5; policy accept;
    ${bridges} jump egress
    ${bridges} ip daddr @opened accept
    ${bridges} ip daddr @special reject
  }
}
`
}

const endpointSet = (name: string, endpoints: readonly Endpoint[]) => {
  const elements = endpoints.map(({ address, port }) => `${address} . ${port}`)
  return `set ${name} {
    type ipv4_addr . inet_service;${elements.length > 0 ? `\n    elements = { ${elements.join(', ')} }` : ''}
  }`
}

import { addonsAddresses, translatedAddresses } from '#engines/process/sandbox/etc-files.ts'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import { isMetadataNetwork, metadataNetworks, specialNetworks } from '#kit/net/special-addresses.ts'
import type { Subnet } from '#kit/net/subnet.ts'
import type { Way } from './leases.ts'
import { type Attachment, hardwareAddress, type NetworkNames } from './network-plan.ts'
import { buildRange } from './subnet.ts'

/** A port of a machine, by its address. */
export interface Endpoint {
  address: string
  port: number
}

/** Destinations that instances and builds may reach in addition to the Internet. */
export interface Egress {
  /** IPv4 addresses of the name servers. */
  nameServers: readonly string[]
  /** IPv4 networks that the operator has opened, such as `10.1.0.0/16`. */
  allowed: readonly string[]
  /** Listeners of the router: at one address of this machine, or at all (`0.0.0.0`). */
  visitors: { host: string; ports: readonly number[] }
  /** Host in the URIs of add-on servers: if it is an address, access rules apply to it too. */
  addonsHost?: string
}

/**
 * Rules for `nft`. From the bridge only the Internet is reachable, with NAT: not the machine itself, other instances or
 * special networks. Exceptions are name servers, networks opened by the operator, the router and, for builds, the
 * operator's own hosts. An access rule makes a port of the machine's loopback address reachable at a separate address;
 * when it is removed, open connections are dropped. All IPv6 is dropped.
 */
export function firewall(names: NetworkNames, subnet: Subnet, egress: Egress): string {
  const { bridge, table } = names
  const from = `iifname "${bridge}"`
  const { nameServers, allowed, addonsHost = hostLoopback } = egress
  const named = nameServers.length
    ? `${from} ip daddr { ${[...new Set(nameServers)].join(', ')} } meta l4proto { tcp, udp } th dport 53 accept`
    : ''
  const builds = buildRange(subnet)
  const operatorHosts = `${from} ip saddr ${builds.address}/${builds.bits} ip daddr . tcp dport @operator_hosts accept`
  return `${dropTable('inet', table)}
table inet ${table} {
  set ways {
    type ipv4_addr . inet_service;
  }
  set operator_hosts {
    type ipv4_addr . inet_service;
  }
  ${networkSet('special', specialNetworks.ipv4)}
  ${networkSet('metadata', metadataNetworks.ipv4)}
  ${networkSet('opened', allowed)}
  ${networkSet('opened_by_name', allowed.filter(isNamed))}
  chain raw {
    type filter hook prerouting priority -300; policy accept;
    ${from} meta nfproto ipv6 drop
    ${from} ip saddr != ${subnet.address}/${subnet.bits} drop
  }
  chain prerouting {
    type nat hook prerouting priority -100; policy accept;
    ${from} ip daddr { ${translatedAddresses(addonsHost).join(', ')} } ip saddr . tcp dport @ways dnat ip to 127.0.0.1
  }
  chain input {
    type filter hook input priority -5; policy accept;
    ${from} ct status dnat ip saddr . tcp dport @ways accept
    ${from} ct status dnat drop
    ${from} ct state established,related accept
    ${named}
    ${operatorHosts}
    ${from} ip daddr @opened_by_name accept
    ${visitorRule(from, egress.visitors)}
    ${from} reject
  }
  chain forward {
    type filter hook forward priority -5; policy accept;
    oifname "${bridge}" ct state established,related accept
    oifname "${bridge}" drop
    ${from} ip daddr { ${addonsAddresses.join(', ')} } reject
    ${named}
    ${operatorHosts}
    ${from} ip daddr @opened_by_name accept
    ${from} ip daddr @metadata reject
    ${from} ip daddr @opened accept
    ${from} ip daddr @special reject
  }
  chain postrouting {
    type nat hook postrouting priority 100; policy accept;
    ip saddr ${subnet.address}/${subnet.bits} oifname != "${bridge}" masquerade
  }
}
${spoofGuard(names)}`
}

/**
 * What comes out of a veth has the addresses that were leased to it, or goes nowhere. The hook is that of the bridge, because
 * behind it nobody knows the veth any more.
 */
const spoofGuard = ({ table, veths }: NetworkNames) => `${dropTable('bridge', table)}
table bridge ${table} {
  set leased {
    type ifname . ether_addr . ipv4_addr;
  }
  chain prerouting {
    type filter hook prerouting priority -300; policy accept;
    iifname "${veths}*" jump guard
  }
  chain guard {
    ether type ip iifname . ether saddr . ip saddr @leased accept
    ether type arp iifname . ether saddr . arp saddr ip @leased accept
    drop
  }
}
`

/** Contents of the sets, which change while the rules stay. */
export interface Reachability {
  /** Access rules in force. */
  ways: readonly Way[]
  operatorHosts: readonly Endpoint[]
  leased: readonly Attachment[]
}

/** For `nft`: replaces the contents of the sets, atomically. */
export function fillSets(
  { table }: NetworkNames,
  { ways, operatorHosts, leased }: Reachability,
): string {
  const pairs = (endpoints: readonly Endpoint[]) =>
    endpoints.map(({ address, port }) => `${address} . ${port}`)
  const veths = leased.map(
    ({ veth, address }) => `"${veth}" . ${hardwareAddress(address)} . ${address}`,
  )
  return [
    fillSet(`inet ${table} ways`, pairs(ways)),
    fillSet(`inet ${table} operator_hosts`, pairs(operatorHosts)),
    fillSet(`bridge ${table} leased`, veths),
  ].join('')
}

/** For `nft`: removes all rules, also when only some exist. */
export const noRules = ({ table }: NetworkNames) =>
  dropTable('inet', table) + dropTable('bridge', table)

const fillSet = (set: string, elements: string[]) =>
  `flush set ${set}\n${elements.length > 0 ? `add element ${set} { ${elements.join(', ')} }\n` : ''}`

/** For `nft`: removes a table, whether or not it exists. */
export const dropTable = (family: string, table: string) =>
  `add table ${family} ${table}\ndelete table ${family} ${table}\n`

export const networkSet = (name: string, networks: readonly string[]) => `set ${name} {
    type ipv4_addr;
    flags interval;
    auto-merge;${networks.length > 0 ? `\n    elements = { ${networks.join(', ')} }` : ''}
  }`

/** A range opens neither this machine nor metadata services inside it; these have to be named explicitly. */
export const isNamed = (network: string) => network.endsWith('/32') || isMetadataNetwork(network)

function visitorRule(from: string, { host, ports }: Egress['visitors']): string {
  if (ports.length === 0) return ''
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const where = isEverywhere ? 'fib daddr type local' : `ip daddr ${host}`
  return `${from} ${where} tcp dport { ${ports.join(', ')} } accept`
}

import { createHash } from 'node:crypto'
import { addonsAddress } from '#engines/process/confinement/surroundings.ts'
import type { Way } from './leases.ts'
import { nthAddress, type Subnet } from './subnet.ts'

/** Names on the machine that no other platform and no other instance has; an interface's may have 15 signs. */
export interface NetworkNames {
  bridge: string
  table: string
  /** The beginning of the name of each network namespace of this platform. */
  prefix: string
}

export interface Attachment {
  netns: string
  /** The machine's end of the cable. */
  cable: string
  address: string
}

export const networkNames = (mark: string): NetworkNames => ({
  bridge: `bth${mark}`,
  table: `berth_${mark}`,
  prefix: `berth-${mark}-`,
})

export function attachmentOf(mark: string, id: string, address: string): Attachment {
  const digest = createHash('sha256').update(id).digest('hex')
  return {
    netns: `${networkNames(mark).prefix}${digest.slice(0, 12)}`,
    cable: `b${mark.slice(0, 6)}${digest.slice(0, 8)}`,
    address,
  }
}

/**
 * The hardware address that belongs to an address. Whoever gets an address after another is then reached at
 * once: with one made up by the kernel, its predecessor's is believed for up to a minute.
 */
export const hardwareAddress = (address: string) =>
  `02:62:${address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join(':')}`

/** For `ip -force -batch`: what is there already stays. */
export const bridgeBatch = (
  { bridge }: NetworkNames,
  subnet: Subnet,
) => `link add ${bridge} address ${hardwareAddress(nthAddress(subnet, 1))} type bridge
link set ${bridge} addrgenmode none
addr add ${nthAddress(subnet, 1)}/${subnet.bits} dev ${bridge}
link set ${bridge} up
`

/** An isolated port of a bridge reaches the bridge but no other isolated port. */
export const cableBatch = (
  { bridge }: NetworkNames,
  { netns, cable, address }: Attachment,
) => `netns add ${netns}
link add ${cable} type veth peer name eth0 address ${hardwareAddress(address)} netns ${netns}
link set ${cable} master ${bridge}
link set ${cable} addrgenmode none
link set dev ${cable} type bridge_slave isolated on
link set ${cable} up
`

/** For `ip -netns … -batch`; packets to the world are at most so large. */
export const insideBatch = (
  subnet: Subnet,
  { address }: Attachment,
  largestPacket: number,
) => `link set lo up
link set eth0 addrgenmode none
addr add ${address}/${subnet.bits} dev eth0
link set eth0 up
route add default via ${nthAddress(subnet, 1)} mtu ${largestPacket}
`

/** For `nft`: makes these the ways that are open. */
export const openWays = ({ table }: NetworkNames, ways: readonly Way[]) =>
  `flush set inet ${table} ways\n${ways.map(({ address, port }) => `add element inet ${table} ways { ${address} . ${port} }\n`).join('')}`

/**
 * For `nft`. From the bridge nothing reaches the machine itself, another instance, or the addresses where
 * clouds keep credentials; the rest of the world is reached as if by the machine. Name servers are let through, and
 * so is who has a way to a port of the machine's loopback address: it finds that port at an address of its own. What
 * is connected by a way falls silent with it.
 */
export function firewall({ bridge, table }: NetworkNames, subnet: Subnet, nameServers: string[]) {
  const names = nameServers.length
    ? `iifname "${bridge}" ip daddr { ${[...new Set(nameServers)].join(', ')} } meta l4proto { tcp, udp } th dport 53 accept`
    : ''
  return `add table inet ${table}
delete table inet ${table}
table inet ${table} {
  set ways {
    type ipv4_addr . inet_service;
  }
  chain prerouting {
    type nat hook prerouting priority -100; policy accept;
    iifname "${bridge}" ip daddr ${addonsAddress} ip saddr . tcp dport @ways dnat ip to 127.0.0.1
  }
  chain input {
    type filter hook input priority -5; policy accept;
    iifname "${bridge}" ct status dnat ip saddr . tcp dport @ways accept
    iifname "${bridge}" ct status dnat drop
    iifname "${bridge}" ct state established,related accept
    ${names}
    iifname "${bridge}" reject
  }
  chain forward {
    type filter hook forward priority -5; policy accept;
    oifname "${bridge}" ct state established,related accept
    oifname "${bridge}" drop
    iifname "${bridge}" ip daddr ${addonsAddress} reject
    ${names}
    iifname "${bridge}" ip daddr 169.254.0.0/16 reject
  }
  chain postrouting {
    type nat hook postrouting priority 100; policy accept;
    ip saddr ${subnet.address}/${subnet.bits} oifname != "${bridge}" masquerade
  }
}
`
}

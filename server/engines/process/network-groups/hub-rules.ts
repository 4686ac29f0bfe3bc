import { dropTable } from '#engines/process/network/firewall.ts'
import { addonsAddress } from '#engines/process/sandbox/etc-files.ts'
import type { GroupNetwork } from '#platform/model/hosting/network-groups/group-network.ts'
import { hubVeth } from './hub-plan.ts'

/** Concurrent flows of one address of the group, and its new ones per second, with the burst. */
const flows = { max: 1024, perSecond: 1000, burst: 2000 }

/**
 * Rules for `nft` in the namespace of a hub. A veth uses the address of its instance, and the tunnel those of the group.
 * The address of an application leads to one of its instances at random or, while it has none, to a refusal; that of an add-on to its ports at this machine
 * through `eth0`, which serves nothing else. Replacing the rules keeps open flows, because conntrack keeps their translation.
 */
export function hubRules(group: GroupNetwork, tunnel: string): string {
  const { network, instances, services, addons } = group
  const leased = instances.map(({ instanceId, address }) => `"${hubVeth(instanceId)}" . ${address}`)
  const hairpins = services.flatMap(({ targets }) => targets.map((each) => `${each} . ${each}`))
  const vacant = services.flatMap(({ address, targets }) => (targets.length > 0 ? [] : address))
  return `${dropTable('inet', 'hub')}
table inet hub {
  ${set('leased', 'ifname . ipv4_addr', leased)}
  ${set('vacant', 'ipv4_addr', vacant)}
  ${set('hairpins', 'ipv4_addr . ipv4_addr', hairpins)}
  set held { type ipv4_addr; flags dynamic; size 65535; }
  set rates { type ipv4_addr; flags dynamic; timeout 1m; size 65535; }
  chain raw {
    type filter hook prerouting priority -300; policy drop;
    meta nfproto ipv6 drop
    iifname "eth0" accept
    iifname "${tunnel}" ip saddr ${network} accept
    iifname . ip saddr @leased accept
  }
  chain arrival {
    type filter hook prerouting priority -150; policy accept;
    iifname "eth0" ct state new,invalid,untracked drop
    meta l4proto tcp ip daddr @vacant reject with tcp reset
    ct state new update @rates { ip saddr limit rate over ${flows.perSecond}/second burst ${flows.burst} packets } drop
    ct state new add @held { ip saddr ct count over ${flows.max} } drop
  }
  chain prerouting {
    type nat hook prerouting priority -100; policy accept;
    ${[...services.flatMap(balance), ...addons.flatMap(toAddon)].join('\n    ')}
  }
  chain input {
    type filter hook input priority 0; policy drop;
    ct state established,related accept
    icmp type echo-request accept
  }
  chain forward {
    type filter hook forward priority 0; policy drop;
    ct state established,related accept
    oifname "eth0" ct status dnat ip daddr ${addonsAddress} accept
    iifname != "eth0" oifname != "eth0" ip daddr ${network} accept
  }
  chain postrouting {
    type nat hook postrouting priority 100; policy accept;
    oifname "eth0" masquerade
    ip saddr . ip daddr @hairpins masquerade
  }
}
`
}

const set = (name: string, type: string, elements: readonly string[]) =>
  `set ${name} { type ${type};${elements.length > 0 ? ` elements = { ${[...new Set(elements)].join(', ')} };` : ''} }`

function balance({ address, targets }: GroupNetwork['services'][number]): string[] {
  if (targets.length === 0) return []
  const map = targets.map((target, place) => `${place} : ${target}`).join(', ')
  return [`ip daddr ${address} dnat ip to numgen random mod ${targets.length} map { ${map} }`]
}

function toAddon({ address, ports }: GroupNetwork['addons'][number]): string[] {
  if (ports.length === 0) return []
  const list = ports.map(({ port }) => port).join(', ')
  return [`ip daddr ${address} tcp dport { ${list} } dnat ip to ${addonsAddress}`]
}

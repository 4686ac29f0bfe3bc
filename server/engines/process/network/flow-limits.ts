import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openCoprocess } from '#kit/process/coprocess/coprocess.ts'
import { limitsTable, markOf } from './connection-limits.ts'
import type { Lease } from './leases.ts'
import type { NetworkNames } from './network-plan.ts'

/** Limits of flows from the bridge. */
export interface FlowLimits {
  /** Maximum concurrent flows of one address. */
  maxPerAddress: number
  /** Maximum concurrent flows of all addresses of an owner. */
  maxPerOwner: number
  /** Whether the kernel supports conntrack timeout policies per flow. */
  hasTimeouts: boolean
}

/** Default size of the conntrack table on a machine with 4 GB of memory or more. */
const usualTableSize = 262_144
const maxPerAddress = 4096
/**
 * Share of an owner, that is, a user with all organisations that count for them; closed flows stay in the table for a
 * while.
 */
const partOfTable = 16
/** New flows of an owner per second, and the burst; closed flows are in the table but not counted. */
const rate = { perSecond: 1000, burst: 2000 }
/** The kernel walks a whole list for each new flow, so one list for all flows of an owner would take milliseconds. */
const maxListLength = 256
/** In seconds. An idle connection lives as long as RFC 5382 requires of a NAT, instead of five days. */
const timeouts = 'established : 7440, fin_wait : 60, time_wait : 10'

/** Limits for the kernel's table size. */
export async function readFlowLimits(hasTimeouts: boolean): Promise<FlowLimits> {
  const path = '/proc/sys/net/netfilter/nf_conntrack_max'
  const size = Number(await readFile(path, 'utf8').catch(() => 0)) || usualTableSize
  const maxPerOwner = Math.max(Math.floor(size / partOfTable), 1)
  return { maxPerAddress: Math.min(maxPerAddress, maxPerOwner), maxPerOwner, hasTimeouts }
}

/**
 * Rules for `nft` that limit the concurrent flows of each address and each owner, and an owner's rate of new ones; of
 * several leases of an address the last counts. A full conntrack table would drop packets of all. They run after the
 * firewall: rejected packets are not tracked and not counted. Access rules have limits of their own. Sets keep their
 * counts when the firewall rules are replaced.
 */
export function flowLimits(
  names: NetworkNames,
  leases: readonly Lease[],
  { maxPerAddress, maxPerOwner, hasTimeouts }: FlowLimits,
): string {
  const table = `inet ${limitsTable(names)}`
  const comes = `iifname "${names.bridge}" ct state new`
  const [ofAddress, ofOwner] = [
    `flows_of_address_${maxPerAddress}`,
    `flows_of_owner_${maxPerOwner}`,
  ]
  const rules = [
    'meta mark set ip saddr map @owners',
    `update @flow_rates { meta mark limit rate over ${rate.perSecond}/second burst ${rate.burst} packets } drop`,
    `add @${ofAddress} { ip saddr . ${count(maxPerAddress)} } drop`,
    `add @${ofOwner} { meta mark . ${count(maxPerOwner)} } drop`,
    'meta mark set 0',
    ...(hasTimeouts ? ['meta l4proto tcp ct timeout set "internet"'] : []),
  ]
  return [
    `add table ${table}`,
    `add map ${table} owners { type ipv4_addr : mark; }`,
    `add set ${table} flow_rates { type mark; flags dynamic; timeout 1m; size 65535; }`,
    `add set ${table} ${ofAddress} { type ipv4_addr . inet_service; flags dynamic; size 262144; }`,
    `add set ${table} ${ofOwner} { type mark . inet_service; flags dynamic; size 262144; }`,
    ...(hasTimeouts
      ? [`add ct timeout ${table} internet { protocol tcp; l3proto ip; policy = { ${timeouts} }; }`]
      : []),
    `add chain ${table} flows`,
    `add chain ${table} input_flows { type filter hook input priority -4; policy accept; }`,
    `add chain ${table} forward_flows { type filter hook forward priority -4; policy accept; }`,
    ...['flows', 'input_flows', 'forward_flows'].map((chain) => `flush chain ${table} ${chain}`),
    `flush map ${table} owners`,
    `add rule ${table} input_flows ${comes} ct status dnat accept`,
    `add rule ${table} input_flows ${comes} jump flows`,
    `add rule ${table} forward_flows ${comes} jump flows`,
    ...rules.map((rule) => `add rule ${table} flows ${rule}`),
    ...[...new Map(leases.map(({ address, owner }) => [address, owner]))].map(
      ([address, owner]) => `add element ${table} owners { ${address} : ${markOf(owner)} }`,
    ),
    '',
  ].join('\n')
}

/**
 * Rest of a key and its count: flows are spread over lists by bits of their source port, each list having its part of
 * the limit. The lowest bit is skipped because the kernel gives odd ports to outgoing connections.
 */
function count(max: number): string {
  const lists = 2 ** Math.ceil(Math.log2(Math.max(max / maxListLength, 1)))
  return `(th sport & ${(lists - 1) * 2}) ct count over ${Math.floor(max / lists)}`
}

const forgetFlowsScript = join(import.meta.dirname, 'forget-flows.pl')
const timeout = 10_000

/** Command that deletes the conntrack entries of these addresses and prints their number; a coprocess when there are none. */
export const forgetFlowsCommand = (addresses: readonly string[]): [string, ...string[]] => [
  'perl',
  forgetFlowsScript,
  ...addresses,
]

const forgetting = openCoprocess(forgetFlowsCommand([]))

/**
 * Deletes the conntrack entries of these addresses, so that the next holder starts from zero and dead entries do not
 * fill the table. Where the kernel cannot, entries time out, and count for their owner until then.
 */
export async function forgetFlows(addresses: readonly string[]): Promise<number> {
  if (addresses.length === 0) return 0
  const [count] = await forgetting.request(addresses, timeout)
  return Number(count)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { limitsTable, markOf } from './connection-limits.ts'
import type { Lease } from './leases.ts'
import type { NetworkNames } from './network-plan.ts'

/** What bounds the flows that come from the bridge. */
export interface FlowLimits {
  /** Flows that one address may have at a time. */
  maxPerAddress: number
  /** Flows that all addresses of an owner may have at a time. */
  maxPerOwner: number
  /** Whether the kernel takes timeouts for some flows only. */
  hasTimeouts: boolean
}

/** What the kernel tracks at most for the whole machine if it has 4 GB of memory or more. */
const usualTableSize = 262_144
const maxPerAddress = 4096
/** An owner is a person with all organisations that count for them; what they have closed is in the table too for a while. */
const partOfTable = 16
/** New flows of an owner in each second, and at once after a pause; those that have been closed are in the table but not counted. */
const rate = { perSecond: 1000, burst: 2000 }
/** The kernel walks through a whole list for each new flow, so one list for all flows of an owner would take milliseconds. */
const maxListLength = 256
/** In seconds. An idle connection lives as long as RFC 5382 asks of a translator, instead of five days. */
const timeouts = 'established : 7440, fin_wait : 60, time_wait : 10'

/** The limits for a table of the kernel's size. */
export async function readFlowLimits(hasTimeouts: boolean): Promise<FlowLimits> {
  const path = '/proc/sys/net/netfilter/nf_conntrack_max'
  const size = Number(await readFile(path, 'utf8').catch(() => 0)) || usualTableSize
  const maxPerOwner = Math.max(Math.floor(size / partOfTable), 1)
  return { maxPerAddress: Math.min(maxPerAddress, maxPerOwner), maxPerOwner, hasTimeouts }
}

/**
 * For `nft`, of several leases of an address the last: bounds how many flows each address and each owner has at a time, and how fast an owner makes new ones. When the kernel's
 * table is full it drops the packets of all. That is after the firewall: what was refused is not tracked, and so not counted. Ways
 * have limits of their own. Sets and their counts stay as they are when the rules of the firewall are replaced.
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
 * The rest of a key and what is counted by it: flows are spread over lists by bits of their source port, each of which has its
 * part of the limit. The lowest bit is left out because the kernel gives odd ports to those who connect.
 */
function count(max: number): string {
  const lists = 2 ** Math.ceil(Math.log2(Math.max(max / maxListLength, 1)))
  return `(th sport & ${(lists - 1) * 2}) ct count over ${Math.floor(max / lists)}`
}

const forgetFlowsScript = join(import.meta.dirname, 'forget-flows.pl')
const timeout = 10_000

/** The command that removes what the kernel tracks for these addresses and prints how many entries that were. */
export const forgetFlowsCommand = (addresses: readonly string[]): [string, ...string[]] => [
  'perl',
  forgetFlowsScript,
  ...addresses,
]

/**
 * Removes what the kernel tracks for these addresses, so that the next holder of one starts from zero and nothing dead fills
 * the table of all. Where the kernel cannot, entries end when they time out, and count for their owner until then.
 */
export async function forgetFlows(addresses: readonly string[]): Promise<number> {
  if (addresses.length === 0) return 0
  const count = await runOrThrow(forgetFlowsCommand(addresses), { timeout })
  return Number(count)
}

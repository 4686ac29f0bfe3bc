import { createHash } from 'node:crypto'
import { translatedAddresses } from '#engines/process/sandbox/etc-files.ts'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import type { Way } from './leases.ts'
import type { NetworkNames } from './network-plan.ts'

/** New connections of an account to a port per second, and the burst. */
const rate = { perSecond: 100, burst: 200 }
/**
 * Total connections of all accounts to a shared port, that is, one with a small limit: fewer than the 200 of a shared
 * database server, so that its administrator always gets in. The last third is for accounts with few connections.
 */
const shared = { maxTotal: 180, maxCrowded: 120, few: 8, maxLimit: 64 }
/** Limits of most plans, counted from the start so that a change of plan does not reset the count. */
const usualLimits = [16, 64, 128]

/** Table with the counts; it survives a replacement of the firewall rules, so that no count is lost. */
export const limitsTable = ({ table }: Pick<NetworkNames, 'table'>) => `${table}_limits`

/**
 * Rules for `nft` that limit the open connections and the connection rate of each account to a port, across all its
 * instances. A connection above the limit is reset, one above the rate is dropped and retried by the kernel. They run
 * before NAT: a later reset would carry an address unknown to the instance. Sets keep their counts, and a connection is
 * in the set of every limit, because the kernel stores the limit with the count.
 */
export function connectionLimits(
  names: NetworkNames,
  ways: readonly Way[],
  addonsHost: string = hostLoopback,
): string {
  const table = `inet ${limitsTable(names)}`
  const limits = [...new Set([...usualLimits, ...ways.map((way) => way.maxConnections)])]
  const addresses = translatedAddresses(addonsHost).join(', ')
  const comes = `iifname "${names.bridge}" ip daddr { ${addresses} } ct state new`
  return [
    `add table ${table}`,
    `add map ${table} accounts { type ipv4_addr : mark; }`,
    `add map ${table} ways { type ipv4_addr . inet_service : verdict; }`,
    `add set ${table} rates { type mark . inet_service; flags dynamic; timeout 1m; size 65535; }`,
    ...['few', ...limits].map(
      (name) =>
        `add set ${table} held_${name} { type mark . inet_service; flags dynamic; size 65535; }`,
    ),
    ...[shared.maxTotal, shared.maxCrowded].map(
      (total) =>
        `add set ${table} total_${total} { type inet_service; flags dynamic; size 65535; }`,
    ),
    `add chain ${table} arrival { type filter hook prerouting priority -150; policy accept; }`,
    `flush chain ${table} arrival`,
    `flush map ${table} ways`,
    `flush map ${table} accounts`,
    `add rule ${table} arrival ${comes} meta mark set ip saddr map @accounts`,
    `add rule ${table} arrival ${comes} ip saddr . tcp dport vmap @ways`,
    ...crowdRules(table),
    ...limits.flatMap((limit) => limitRules(table, limit, limits)),
    ...ways.flatMap(({ address, port, account, maxConnections }) => [
      `add element ${table} accounts { ${address} : ${markOf(account)} }`,
      `add element ${table} ways { ${address} . ${port} : jump limit_${maxConnections} }`,
    ]),
    '',
  ].join('\n')
}

const key = 'meta mark . tcp dport'
const heldOver = (limit: number, name = `${limit}`) =>
  `add @held_${name} { ${key} ct count over ${limit} }`
const totalOver = (total: number) => `add @total_${total} { tcp dport ct count over ${total} }`
const refuse = 'reject with tcp reset'

/** Chain for this limit; rejects first, so that a rejected connection counts in no other set. */
function limitRules(table: string, limit: number, limits: readonly number[]): string[] {
  const fast = `limit rate over ${rate.perSecond}/second burst ${rate.burst} packets`
  return chain(table, `limit_${limit}`, [
    `update @rates { ${key} ${fast} } drop`,
    `${heldOver(limit)} ${refuse}`,
    ...limits.filter((other) => other !== limit).map((other) => heldOver(other)),
    ...(limit <= shared.maxLimit ? ['goto crowd'] : ['meta mark set 0']),
  ])
}

/** Chains for a shared port: for all accounts, and for those with more than a few connections. */
const crowdRules = (table: string) => [
  ...chain(table, 'crowd_of_many', [
    `${totalOver(shared.maxCrowded)} ${refuse}`,
    'meta mark set 0',
  ]),
  ...chain(table, 'crowd', [
    `${totalOver(shared.maxTotal)} ${refuse}`,
    `${heldOver(shared.few, 'few')} goto crowd_of_many`,
    totalOver(shared.maxCrowded),
    'meta mark set 0',
  ]),
]

const chain = (table: string, name: string, rules: readonly string[]) => [
  `add chain ${table} ${name}`,
  `flush chain ${table} ${name}`,
  ...rules.map((rule) => `add rule ${table} ${name} ${rule}`),
]

/** Numeric mark of an account, since the kernel cannot compare strings. */
export const markOf = (account: string) =>
  (createHash('sha256').update(account).digest().readUInt32BE() % 0x7fff_ffff) + 1

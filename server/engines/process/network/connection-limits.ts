import { createHash } from 'node:crypto'
import { translatedAddresses } from '#engines/process/sandbox/etc-files.ts'
import { addonsLoopback } from '#kit/net/addons-address.ts'
import type { Way } from './leases.ts'
import type { NetworkNames } from './network-plan.ts'

/** New connections of an account to a port in each second, and at once after a pause. */
const rate = { perSecond: 100, burst: 200 }
/**
 * Connections of all accounts together to a port that several may share, which is one with a small limit: fewer than the
 * 200 that a shared database server takes, so that its administrator always gets in. The last third is for accounts that hold
 * few.
 */
const shared = { maxTotal: 180, maxCrowded: 120, few: 8, maxLimit: 64 }
/** Limits that most plans have, counted from the beginning so that no change of a plan starts from zero. */
const usualLimits = [16, 64, 128]

/** The table that holds the counts; it lives on when the rules of the firewall are replaced, so that no count is lost. */
export const limitsTable = ({ table }: Pick<NetworkNames, 'table'>) => `${table}_limits`

/**
 * For `nft`: bounds how many connections each account holds to a port by its ways, however many instances it has, and how
 * fast it makes new ones. A connection above the limit is reset, one that comes too fast is dropped and tried again
 * by the kernel. That is before the address is translated: a reset of later would bear an address that the instance does
 * not know. Sets and their counts stay as they are, and a connection is in the set of each limit: the kernel keeps the limit with
 * the count, so one set can have only one.
 */
export function connectionLimits(
  names: NetworkNames,
  ways: readonly Way[],
  addonsHost: string = addonsLoopback,
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

/** The chain that those with this limit pass; refused first, so that who is refused counts nowhere else. */
function limitRules(table: string, limit: number, limits: readonly number[]): string[] {
  const fast = `limit rate over ${rate.perSecond}/second burst ${rate.burst} packets`
  return chain(table, `limit_${limit}`, [
    `update @rates { ${key} ${fast} } drop`,
    `${heldOver(limit)} ${refuse}`,
    ...limits.filter((other) => other !== limit).map((other) => heldOver(other)),
    ...(limit <= shared.maxLimit ? ['goto crowd'] : ['meta mark set 0']),
  ])
}

/** The chain of those who come to a port that is shared, and that of those among them who hold more than a few. */
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

/** A number for an account, since the kernel compares no texts. */
export const markOf = (account: string) =>
  (createHash('sha256').update(account).digest().readUInt32BE() % 0x7fff_ffff) + 1

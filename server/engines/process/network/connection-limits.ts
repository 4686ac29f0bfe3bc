import { createHash } from 'node:crypto'
import { addonsAddress } from '#engines/process/confinement/surroundings.ts'
import type { Way } from './leases.ts'
import type { NetworkNames } from './network-plan.ts'

/** New connections of an account to a port in each second, and at once after a pause. */
const rate = { perSecond: 100, burst: 200 }
/**
 * Connections of all accounts together to a port that several may share, which is one with a small limit: fewer than the
 * 200 that a shared database server takes, so that its administrator always gets in.
 */
const shared = { maxTotal: 180, maxLimit: 64 }

/** The table that holds the counts; it lives on when the rules of the firewall are replaced, so that no count is lost. */
export const limitsTable = ({ table }: Pick<NetworkNames, 'table'>) => `${table}_limits`

/**
 * For `nft`: bounds how many connections each account holds to a port by its ways, however many instances it has, and how
 * fast it makes new ones. A connection above the limit is reset, one that comes too fast is dropped and tried again
 * by the kernel. That is before the address is translated: a reset of later would bear an address that the instance does
 * not know. Sets and their counts stay as they are.
 */
export function connectionLimits(names: NetworkNames, ways: readonly Way[]): string {
  const table = `inet ${limitsTable(names)}`
  const limits = [...new Set(ways.map(({ maxConnections }) => maxConnections))]
  const comes = `iifname "${names.bridge}" ip daddr ${addonsAddress} ct state new`
  return [
    `add table ${table}`,
    `add map ${table} accounts { type ipv4_addr : mark; }`,
    `add map ${table} ways { type ipv4_addr . inet_service : verdict; }`,
    `add set ${table} rates { type mark . inet_service; flags dynamic; timeout 1m; size 65535; }`,
    `add set ${table} totals { type inet_service; flags dynamic; size 65535; }`,
    `add chain ${table} arrival { type filter hook prerouting priority -150; policy accept; }`,
    `flush chain ${table} arrival`,
    `flush map ${table} ways`,
    `flush map ${table} accounts`,
    `add rule ${table} arrival ${comes} meta mark set ip saddr map @accounts`,
    `add rule ${table} arrival ${comes} ip saddr . tcp dport vmap @ways`,
    ...limits.flatMap((limit) => limitRules(table, limit)),
    ...ways.flatMap(({ address, port, account, maxConnections }) => [
      `add element ${table} accounts { ${address} : ${markOf(account)} }`,
      `add element ${table} ways { ${address} . ${port} : jump limit_${maxConnections} }`,
    ]),
    '',
  ].join('\n')
}

/** The chain that those with this limit pass. */
function limitRules(table: string, limit: number): string[] {
  const key = 'meta mark . tcp dport'
  const fast = `limit rate over ${rate.perSecond}/second burst ${rate.burst} packets`
  const rules = [
    `update @rates { ${key} ${fast} } drop`,
    `add @held_${limit} { ${key} ct count over ${limit} } reject with tcp reset`,
    ...(limit <= shared.maxLimit
      ? [`add @totals { tcp dport ct count over ${shared.maxTotal} } reject with tcp reset`]
      : []),
    'meta mark set 0',
  ]
  return [
    `add set ${table} held_${limit} { type mark . inet_service; flags dynamic; size 65535; }`,
    `add chain ${table} limit_${limit}`,
    `flush chain ${table} limit_${limit}`,
    ...rules.map((rule) => `add rule ${table} limit_${limit} ${rule}`),
  ]
}

/** A number for an account, since the kernel compares no texts. */
const markOf = (account: string) =>
  (createHash('sha256').update(account).digest().readUInt32BE() % 0x7fff_ffff) + 1

import { createHash } from 'node:crypto'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import { loopbackAddresses } from '#kit/net/host-loopback.ts'
import { outsidePlaces } from '#providers/kit/outside/outside-limits.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import type { Plan } from './plans.ts'

export const administrator = 'berth'

/**
 * Users of a customer, with one password. `redis-cli -u redis://:password@host` logs in as the user with an empty name,
 * because the URL has none; libraries omit the name, which means the first one.
 */
export const customerNames = ['default', ''] as const

/** Customers have all rights on their keys, but not on the server: no settings, replication, modules or shutdown. */
export const rights = [
  ...['~*', '&*', '+@all', '-@admin', '-migrate'],
  ...['+client|list', '+client|kill', '+slowlog', '+latency', '+monitor'],
]

/** Connections reserved for the administrator, for maintenance and back-ups. */
const ownConnections = 5

const megabyte = 1024 * 1024

/**
 * Limits of a server's processes. While the append-only file is rewritten there are two, sharing memory copy-on-write.
 * Scripts allocate outside `maxmemory`, and can only end their own server.
 */
export const limitsFor = ({ memory }: Plan): GroupLimits => ({
  memoryMegabytes: Math.ceil((2 * memory) / megabyte) + 64,
  cpus: 1,
  processes: 32,
})

/** Settings by plan and the customer's password; without one no login is accepted. */
export function settingsFor(
  { memory, connections }: Plan,
  password: string | undefined,
  access: ServerAccess,
): string[] {
  const listener =
    password === undefined
      ? ['off']
      : ['on', `#${createHash('sha256').update(password).digest('hex')}`, ...rights]
  return [
    `maxmemory ${memory}`,
    // The firewall limits a customer to the plan, so that some connections are left for the administrator.
    `maxclients ${connections + outsidePlaces(access) + ownConnections}`,
    ...customerNames.map((name) => `user ${name || '""'} reset ${listener.join(' ')}`),
  ]
}

/** Settings of every server. */
export const fixedSettings = [
  `bind ${loopbackAddresses.join(' ')}`,
  'protected-mode no',
  'dir /server',
  'save ""',
  'appendonly yes',
  'appendfsync everysec',
  'maxmemory-policy noeviction',
  'maxmemory-clients 50%',
  // Values restored by customers could be crafted to crash the server.
  'sanitize-dump-payload clients',
  // Closes connections with a dead peer.
  'tcp-keepalive 60',
  // From then on a script can be killed.
  'busy-reply-threshold 5000',
  // Back-ups are read like a replica does, and no other replica can join the transfer.
  'repl-diskless-sync-delay 0',
]

import { createHash } from 'node:crypto'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import { addonsListenAddresses } from '#kit/net/addons-address.ts'
import { outsidePlaces } from '#providers/kit/outside/outside-limits.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import type { Plan } from './plans.ts'

export const administrator = 'berth'

/**
 * The names under which a customer logs in, with one password. `redis-cli -u redis://:password@host` logs in as the user whose
 * name is empty, because the URL has none; libraries leave the name out, which means the first one.
 */
export const customerNames = ['default', ''] as const

/**
 * Whoever has the server to themselves may do what they like with its keys, but not with the machine around it: neither
 * settings, copies to other servers, modules nor an end.
 */
export const rights = [
  ...['~*', '&*', '+@all', '-@admin', '-migrate'],
  ...['+client|list', '+client|kill', '+slowlog', '+latency', '+monitor'],
]

/** Connections that are kept for the administrator, who looks after the server and makes its back-ups. */
export const ownConnections = 5

const megabyte = 1024 * 1024

/**
 * What the processes of a server may use. While the append-only file is written anew there are two, which share their
 * memory until one of them changes it. Scripts allocate beside `maxmemory`, and end the server alone.
 */
export const limitsFor = ({ memory }: Plan): GroupLimits => ({
  memoryMegabytes: Math.ceil((2 * memory) / megabyte) + 64,
  cpus: 1,
  processes: 32,
})

/** The settings that follow from a plan and the customer's password; without one nobody is let in. */
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
    // The firewall lets a customer have no more than the plan says, so that some are left for us.
    `maxclients ${connections + outsidePlaces(access) + ownConnections}`,
    ...customerNames.map((name) => `user ${name || '""'} reset ${listener.join(' ')}`),
  ]
}

/** The settings of every server. */
export const fixedSettings = [
  `bind ${addonsListenAddresses.join(' ')}`,
  'protected-mode no',
  'dir /server',
  'save ""',
  'appendonly yes',
  'appendfsync everysec',
  'maxmemory-policy noeviction',
  'maxmemory-clients 50%',
  // Values that customers restore could be made to break the server.
  'sanitize-dump-payload clients',
  // A connection whose other end is gone frees its place.
  'tcp-keepalive 60',
  // From then on a script can be killed.
  'busy-reply-threshold 5000',
  // Back-ups are read as by a replica, and nobody else comes to share the reading.
  'repl-diskless-sync-delay 0',
]

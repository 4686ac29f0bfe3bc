import { createHash } from 'node:crypto'
import type { Plan } from './plans.ts'

export const administrator = 'berth'

/**
 * Whoever has the server to themselves may do what they like with its keys, but not with the machine around it: neither
 * settings, copies to other servers, modules nor an end.
 */
const rights = [
  ...['~*', '&*', '+@all', '-@admin', '-migrate'],
  ...['+client|list', '+client|kill', '+slowlog', '+latency', '+monitor'],
]

/** The settings that follow from a plan and the customer's password; without one nobody is let in. */
export function settingsFor({ memory, connections }: Plan, password: string | undefined): string[] {
  const door =
    password === undefined
      ? ['off']
      : ['on', `#${createHash('sha256').update(password).digest('hex')}`, ...rights]
  return [
    `maxmemory ${memory}`,
    `maxclients ${connections}`,
    `user default reset ${door.join(' ')}`,
  ]
}

/** The settings of every server. */
export const fixedSettings = [
  'bind 127.0.0.1',
  'protected-mode no',
  'dir /server',
  'save ""',
  'appendonly yes',
  'appendfsync everysec',
  'maxmemory-policy noeviction',
  'maxmemory-clients 50%',
  // Values that customers restore could be made to break the server.
  'sanitize-dump-payload clients',
  // Back-ups are read as by a replica, and nobody else comes to share the reading.
  'repl-diskless-sync-delay 0',
]

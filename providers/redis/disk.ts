import type { Plan } from './plans.ts'
import type { Server } from './server.ts'
import { customerNames, rights } from './settings.ts'

const megabyte = 1024 * 1024

/**
 * Disk limit for the append-only file, which Redis rewrites when it has doubled: the old one, the new one, and writes
 * meanwhile.
 */
export const maxDisk = ({ memory }: Pick<Plan, 'memory'>): number => 6 * memory + 256 * megabyte

/** Commands that remove keys stay allowed. */
const removing = ['+del', '+unlink', '+getdel', '+expire', '+pexpire', '+flushdb', '+flushall']

export type DiskState = 'open' | 'rewriting' | 'held'

/** Next state by the disk space of a server: open, rewriting the file, or held without write access. */
export function nextDiskState(state: DiskState, bytes: number, maxBytes: number): DiskState {
  if (bytes > 2 * maxBytes) return 'held'
  if (bytes > maxBytes) return state === 'held' ? 'held' : 'rewriting'
  return 'open'
}

/**
 * Applies a state to a server. After a few failed rewrites, such as for lack of memory, Redis stops trying for up to an
 * hour and keeps growing; so the customer loses the write commands.
 */
export async function applyDiskState(server: Server, state: DiskState): Promise<void> {
  for (const name of customerNames) {
    if (state === 'open') await server.ask('ACL', 'SETUSER', name, ...rights)
    if (state === 'held') await server.ask('ACL', 'SETUSER', name, '-@write', ...removing)
  }
  // Fails when a rewrite is already running.
  if (state !== 'open') await server.ask('BGREWRITEAOF').catch(() => {})
}

export const diskSentence = (bytes: number, maxBytes: number, state: DiskState): string =>
  state === 'held'
    ? `The server has ${bytes} bytes on disk, more than ${2 * maxBytes}: keys can be read and removed, not written.`
    : `The server has room on disk again (${bytes} bytes): keys can be written.`

import type { Plan } from './plans.ts'
import type { Server } from './server.ts'
import { customerNames, rights } from './settings.ts'

const megabyte = 1024 * 1024

/**
 * Disk space for the append-only file, which Redis writes anew when it has doubled: the old one, the new one, and what
 * comes in meanwhile.
 */
export const maxDisk = ({ memory }: Pick<Plan, 'memory'>): number => 6 * memory + 256 * megabyte

/** What removes keys is still allowed. */
const removing = ['+del', '+unlink', '+getdel', '+expire', '+pexpire', '+flushdb', '+flushall']

export type DiskState = 'open' | 'rewriting' | 'held'

/** What to do about the disk space of a server: nothing, have the file written anew, or let nobody write any more. */
export function nextDiskState(state: DiskState, bytes: number, maxBytes: number): DiskState {
  if (bytes > 2 * maxBytes) return 'held'
  if (bytes > maxBytes) return state === 'held' ? 'held' : 'rewriting'
  return 'open'
}

/**
 * Brings a server into a state. Redis gives up for up to an hour when its file could not be written anew a few times, for
 * want of memory for example, and grows on; so the customer loses the commands that write.
 */
export async function applyDiskState(server: Server, state: DiskState): Promise<void> {
  for (const name of customerNames) {
    if (state === 'open') await server.ask('ACL', 'SETUSER', name, ...rights)
    if (state === 'held') await server.ask('ACL', 'SETUSER', name, '-@write', ...removing)
  }
  // One that runs already is answered with an error.
  if (state !== 'open') await server.ask('BGREWRITEAOF').catch(() => {})
}

export const diskSentence = (bytes: number, maxBytes: number, state: DiskState): string =>
  state === 'held'
    ? `The server has ${bytes} bytes on disk, more than ${2 * maxBytes}: keys can be read and removed, not written.`
    : `The server has room on disk again (${bytes} bytes): keys can be written.`

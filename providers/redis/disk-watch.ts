import type { AddonLogs } from '#providers/kit/addon-logs.ts'
import type { GrowthWatch } from '#providers/kit/disk/growth-watch.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { applyDiskState, type DiskState, diskSentence, nextDiskState } from './disk.ts'
import type { Server } from './server.ts'

export interface WatchedDisk {
  server: Server
  folder: string
  maxBytes: number
}

/** Watches the disk space of servers while they write, and revokes write access beyond the limit. */
export function createDiskWatch(context: {
  watch: GrowthWatch
  ledger: Pick<Ledger, 'byId'>
  logs: Pick<AddonLogs, 'say'>
}): (resource: Resource, disk: WatchedDisk) => void {
  const { watch, ledger, logs } = context
  const states = new Map<string, DiskState>()

  async function check(id: string, { server, maxBytes }: WatchedDisk, bytes: number) {
    const before = states.get(id) ?? 'open'
    const state = nextDiskState(before, bytes, maxBytes)
    // A held server is held again, because a restarted one has lost that state.
    if (state === before && state !== 'held') return
    const resource = await ledger.byId(id)
    if (resource?.state !== 'ready') return watch.remove(id)
    await applyDiskState(server, state)
    states.set(id, state)
    const isNews = state !== before && (state === 'held' || before === 'held')
    if (isNews) await logs.say(resource, diskSentence(bytes, maxBytes, state))
  }

  return ({ id }, disk) => {
    const { folder, maxBytes } = disk
    watch.add(id, { folder, maxBytes, onSize: (bytes) => check(id, disk, bytes) })
  }
}

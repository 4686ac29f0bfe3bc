import { existsSync, type FSWatcher, watch } from 'node:fs'
import { folderSize } from './folder-size.ts'
import { type Measurement, measureDelay } from './measure-delay.ts'

export interface WatchedFolder {
  folder: string
  maxBytes: number
  /** Called with every measurement; errors go to `onProblem`. */
  onSize(bytes: number): Promise<void> | void
  /** Measures the folder; the disk space of its files when absent. */
  measure?(): Promise<number>
}

/** Measures folders while they are written to, and drops those that are gone. */
export interface GrowthWatch {
  /** Adds a folder, or replaces its options. */
  add(key: string, watched: WatchedFolder): void
  remove(key: string): void
  /** Keys of the watched folders. */
  keys(): string[]
  /** Waits until no measurement is under way. */
  close(): Promise<void>
}

interface Entry extends WatchedFolder {
  key: string
  timer?: NodeJS.Timeout | undefined
  watcher?: FSWatcher | undefined
  last?: Measurement
  /** Time of the last change in size. */
  changedAt: number
  isGone: boolean
}

/**
 * Waits by inotify while a folder is idle, and measures at the interval of `measureDelay` while it is written to: idle
 * databases cost nothing, a busy one is measured before it can reach its limit. A folder is idle once its size has not
 * changed for `quietAfter` milliseconds.
 */
export function createGrowthWatch(
  onProblem: (problem: unknown) => void,
  quietAfter = 10_000,
): GrowthWatch {
  const entries = new Map<string, Entry>()
  const running = new Set<Promise<void>>()

  function schedule(entry: Entry, delay: number): void {
    entry.watcher?.close()
    entry.watcher = undefined
    clearTimeout(entry.timer)
    if (entry.isGone) return
    entry.timer = setTimeout(() => {
      const round = look(entry).catch(onProblem)
      running.add(round)
      void round.finally(() => running.delete(round))
    }, delay).unref()
  }

  async function look(entry: Entry): Promise<void> {
    const isUnchanged = performance.now() - entry.changedAt > quietAfter
    // Before the measurement, so that no write is missed between the two.
    const isQuiet = isUnchanged && sleepUntilWritten(entry)
    if (isUnchanged && !existsSync(entry.folder)) return remove(entry.key)
    try {
      const { last } = entry
      const bytes = await (entry.measure?.() ?? folderSize(entry.folder))
      const now = { bytes, at: performance.now() }
      if (last?.bytes !== bytes) entry.changedAt = now.at
      entry.last = now
      if (!entry.isGone) await entry.onSize(bytes)
      if (!isQuiet) schedule(entry, measureDelay(now, last, entry.maxBytes))
    } catch (problem) {
      if (!isQuiet) schedule(entry, measureDelay({ bytes: 0, at: 0 }, undefined, entry.maxBytes))
      throw problem
    }
  }

  /** False when the folder cannot be watched, for example because it does not exist yet. */
  function sleepUntilWritten(entry: Entry): boolean {
    try {
      const watcher = watch(entry.folder, { persistent: false })
      const wake = () => {
        if (entry.watcher !== watcher) return
        entry.changedAt = performance.now()
        const current = entry.last ?? { bytes: 0, at: 0 }
        schedule(entry, measureDelay(current, undefined, entry.maxBytes))
      }
      watcher.on('change', wake).on('error', wake)
      entry.watcher = watcher
      return true
    } catch {
      return false
    }
  }

  function remove(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entry.isGone = true
    entries.delete(key)
    schedule(entry, 0)
  }

  return {
    add(key, watched) {
      const known = entries.get(key)
      if (known?.folder === watched.folder && known.maxBytes === watched.maxBytes) {
        known.onSize = watched.onSize
        return
      }
      remove(key)
      const entry: Entry = { ...watched, key, changedAt: performance.now(), isGone: false }
      entries.set(key, entry)
      schedule(entry, 0)
    },
    remove,
    keys: () => [...entries.keys()],
    async close() {
      for (const key of entries.keys()) remove(key)
      await Promise.allSettled(running)
    },
  }
}

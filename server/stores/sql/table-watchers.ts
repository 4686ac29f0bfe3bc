import type { Store } from '#platform/model/store.ts'
import type { Written } from './written.ts'

export interface TableWatchers extends Pick<Store, 'watch'> {
  /** Called with every executed statement. */
  onWrite(written: Written): void
}

/** Listeners by table. The table of a noun has its name. */
export function createTableWatchers(): TableWatchers {
  const listeners = new Map<string, Set<() => void>>()
  return {
    watch(noun, listener) {
      const ofNoun = listeners.get(noun) ?? new Set()
      listeners.set(noun, ofNoun.add(listener))
      return () => void ofNoun.delete(listener)
    },
    onWrite(written) {
      if (written === undefined || written === 'anything' || written.isDelete) return
      for (const listener of listeners.get(written.table) ?? []) listener()
    },
  }
}

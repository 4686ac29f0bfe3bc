/** An entry on disk that can be evicted. */
export interface SizedEntry {
  bytes: number
  /** Time of last use, in milliseconds. */
  usedAt: number
}

/**
 * Entries to remove so that the rest fits into `maxBytes`: least recently used first, and only removable ones. Entries
 * that have to stay count too.
 */
export function leastRecentlyUsed<T extends SizedEntry>(
  items: readonly T[],
  maxBytes: number,
  canGo: (item: T) => boolean = () => true,
): T[] {
  let bytes = items.reduce((sum, item) => sum + item.bytes, 0)
  const removed: T[] = []
  for (const item of items.toSorted((one, other) => one.usedAt - other.usedAt)) {
    if (bytes <= maxBytes) break
    if (!canGo(item)) continue
    removed.push(item)
    bytes -= item.bytes
  }
  return removed
}

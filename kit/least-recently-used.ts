/** Something on disk that may have to make room. */
export interface SizedEntry {
  bytes: number
  /** When it was used last, in milliseconds. */
  usedAt: number
}

/**
 * What to remove so that all together take no more than `maxBytes`: least recently used first, and only what may go. What
 * has to stay counts too.
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

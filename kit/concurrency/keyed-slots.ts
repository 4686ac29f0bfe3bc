/** Counting semaphore per key that rejects beyond its maximum, without a queue. */
export interface KeyedSlots {
  /** Number of keys with a slot in use. */
  readonly size: number
  /** Takes a slot of a key until disposed; `undefined` when the maximum is reached. */
  take(key: string, max: number): Disposable | undefined
}

export function createKeyedSlots(): KeyedSlots {
  const held = new Map<string, number>()
  return {
    get size() {
      return held.size
    },
    take(key, max) {
      const count = held.get(key) ?? 0
      if (count >= max) return undefined
      held.set(key, count + 1)
      const slot = new DisposableStack()
      slot.defer(() => {
        const left = (held.get(key) ?? 1) - 1
        if (left > 0) held.set(key, left)
        else held.delete(key)
      })
      return slot
    },
  }
}

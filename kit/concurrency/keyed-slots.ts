/** Counts what each key holds at the same time; what is more than it may hold is refused, not queued. */
export interface KeyedSlots {
  /** How many keys hold something. */
  readonly size: number
  /** Takes a slot of a key until it is disposed of; `undefined` when the key holds as many as it may. */
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

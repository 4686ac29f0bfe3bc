/** A mutex per key. */
export type KeyedMutex = <T>(key: string, act: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, act) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(act)
    const settled = mine.then(
      () => {},
      () => {},
    )
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}

/** A mutex around async functions. */
export type Mutex = <T>(act: () => Promise<T>) => Promise<T>

export function createMutex(): Mutex {
  const mutex = createKeyedMutex()
  return (act) => mutex('', act)
}

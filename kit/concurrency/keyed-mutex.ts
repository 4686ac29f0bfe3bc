/** Lets one act at a time pass for each name. */
export type KeyedMutex = <T>(name: string, act: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (name, act) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(act)
    const settled = mine.then(
      () => {},
      () => {},
    )
    last.set(name, settled)
    try {
      return await mine
    } finally {
      if (last.get(name) === settled) last.delete(name)
    }
  }
}

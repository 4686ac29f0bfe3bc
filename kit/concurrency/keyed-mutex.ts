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

/** A mutex whose waiters take turns by key, so that a key with many waiters delays another by one turn at most. */
export type FairMutex = <T>(key: string, act: () => Promise<T>) => Promise<T>

export function createFairMutex(): FairMutex {
  /** Keys with waiters, in the order in which they get the lock. */
  const waiting = new Map<string, (() => void)[]>()
  let isHeld = false
  const handOn = () => {
    const [next] = waiting
    if (!next) {
      isHeld = false
      return
    }
    const [key, queue] = next
    waiting.delete(key)
    const wake = queue.shift()
    if (queue.length > 0) waiting.set(key, queue)
    wake?.()
  }
  return async (key, act) => {
    if (isHeld) {
      await new Promise<void>((resolve) => {
        const queue = waiting.get(key)
        if (queue) queue.push(resolve)
        else waiting.set(key, [resolve])
      })
    } else isHeld = true
    try {
      return await act()
    } finally {
      handOn()
    }
  }
}

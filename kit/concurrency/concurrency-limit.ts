/** Limits concurrency; queues up to `maxQueued`, rejects beyond. */
export interface ConcurrencyLimit {
  maxConcurrent: number
  /** Without it any number of calls may wait. */
  maxQueued?: number
  /** Error for rejected calls. */
  full?: () => Error
}

export type LimitedCall = <T>(act: () => Promise<T>) => Promise<T>

const queueIsFull = () => new Error('the queue is full')

export function limitConcurrency({
  maxConcurrent,
  maxQueued = Number.POSITIVE_INFINITY,
  full = queueIsFull,
}: ConcurrencyLimit): LimitedCall {
  const queue: (() => void)[] = []
  let running = 0
  return async (act) => {
    if (running >= maxConcurrent) {
      if (queue.length >= maxQueued) throw full()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await act()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Does `work` for every item, for at most `maxConcurrent` of them at a time. */
export async function forEachOf<T>(
  items: readonly T[],
  maxConcurrent: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const next = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: maxConcurrent }, next))
}

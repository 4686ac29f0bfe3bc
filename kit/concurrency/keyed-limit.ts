/** Limits concurrency per key; excess calls are queued. */
export type KeyedLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedLimit(maxConcurrent: number): KeyedLimit {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running >= maxConcurrent) {
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    } else queue.running += 1
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}

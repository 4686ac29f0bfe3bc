/** Limits concurrency per key; excess calls are queued. */
export type KeyedLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedLimit(maxConcurrent: number): KeyedLimit {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.running >= maxConcurrent) {
      await new Promise<void>((resolve) => lane.waiting.push(resolve))
    } else lane.running += 1
    try {
      return await work()
    } finally {
      const next = lane.waiting.shift()
      if (next) next()
      else if (--lane.running === 0) lanes.delete(key)
    }
  }
}

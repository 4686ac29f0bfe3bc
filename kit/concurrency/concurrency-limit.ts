/** Limits concurrency; queues up to `waiting`, rejects beyond. */
export interface Room {
  atOnce: number
  waiting: number
  /** Error for rejected calls. */
  full(): Error
}

export type Pass = <T>(act: () => Promise<T>) => Promise<T>

export function limitConcurrency({ atOnce, waiting, full }: Room): Pass {
  const queue: (() => void)[] = []
  let inside = 0
  return async (act) => {
    if (inside >= atOnce) {
      if (queue.length >= waiting) throw full()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else inside += 1
    try {
      return await act()
    } finally {
      const next = queue.shift()
      if (next) next()
      else inside -= 1
    }
  }
}

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

/** Does `work` for every item, for at most `atOnce` of them at a time. */
export async function forEachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const next = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

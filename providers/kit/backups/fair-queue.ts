/** Queue with limited concurrency, at most one task per owner, round-robin between owners. */
export type FairQueue = <T>(owner: string, task: () => Promise<T>) => Promise<T>

/** Round-robin between owners, so that many tasks of one delay a task of another by at most one each. */
export function createFairQueue(concurrency: number): FairQueue {
  /** Queued tasks of each owner; the next owner is first. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const running = new Set<string>()

  function runNext(): void {
    for (const [owner, tasks] of waiting) {
      if (running.size >= concurrency) return
      const task = running.has(owner) ? undefined : tasks.shift()
      if (!task) continue
      running.add(owner)
      // Moves the owner to the end.
      waiting.delete(owner)
      if (tasks.length > 0) waiting.set(owner, tasks)
      void task().finally(() => {
        running.delete(owner)
        runNext()
      })
    }
  }

  return (owner, task) =>
    new Promise((resolve, reject) => {
      const tasks = waiting.get(owner) ?? []
      tasks.push(() => task().then(resolve, reject))
      waiting.set(owner, tasks)
      runNext()
    })
}

/** Runs tasks in turn: a few at once, never two of the same owner, and the owners one after the other. */
export type FairQueue = <T>(owner: string, task: () => Promise<T>) => Promise<T>

/** Limits concurrency; owners take turns, so that many tasks of one delay a task of another by no more than one each. */
export function createFairQueue(concurrency: number): FairQueue {
  /** The tasks of each owner; the owner whose turn is next comes first. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const running = new Set<string>()

  function runNext(): void {
    for (const [owner, tasks] of waiting) {
      if (running.size >= concurrency) return
      const task = running.has(owner) ? undefined : tasks.shift()
      if (!task) continue
      running.add(owner)
      // To the end of the line.
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

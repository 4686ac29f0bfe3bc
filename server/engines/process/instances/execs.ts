interface Errand {
  abort: AbortController
  over: Promise<unknown>
}

/** What runs beside instances, so that it can be ended with them. */
export class Errands {
  readonly #running = new Map<string, Set<Errand>>()

  /** Does the work, with a signal that is aborted when the instance ends. */
  async run<T>(instanceId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController()
    const over = work(abort.signal)
    const errand = { abort, over }
    const errands = this.#running.get(instanceId) ?? new Set()
    this.#running.set(instanceId, errands.add(errand))
    try {
      return await over
    } finally {
      errands.delete(errand)
      if (errands.size === 0) this.#running.delete(instanceId)
    }
  }

  /** Ends all of an instance and returns when they have ended. */
  async end(instanceId: string, why: Error): Promise<void> {
    const errands = [...(this.#running.get(instanceId) ?? [])]
    for (const { abort } of errands) abort.abort(why)
    await Promise.allSettled(errands.map(({ over }) => over))
  }
}

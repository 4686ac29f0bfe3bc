interface ExecRequest {
  abort: AbortController
  over: Promise<unknown>
}

/** What runs beside instances, so that it can be ended with them. */
export class Execs {
  readonly #running = new Map<string, Set<ExecRequest>>()

  /** Does the work, with a signal that is aborted when the instance ends. */
  async run<T>(instanceId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController()
    const over = work(abort.signal)
    const exec = { abort, over }
    const execs = this.#running.get(instanceId) ?? new Set()
    this.#running.set(instanceId, execs.add(exec))
    try {
      return await over
    } finally {
      execs.delete(exec)
      if (execs.size === 0) this.#running.delete(instanceId)
    }
  }

  /** Ends all of an instance and returns when they have ended. */
  async end(instanceId: string, why: Error): Promise<void> {
    const execs = [...(this.#running.get(instanceId) ?? [])]
    for (const { abort } of execs) abort.abort(why)
    await Promise.allSettled(execs.map(({ over }) => over))
  }
}

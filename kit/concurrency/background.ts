/** Work that nobody waits for until the end. */
export interface Background {
  /** Follows it to its end; `onError` is told of its failure. */
  run(work: Promise<void>): void
  /** Returns once all of it has ended, also what was begun meanwhile. */
  drain(): Promise<void>
}

/** Keeps what is under way, so that whoever closes what it uses can wait for it. */
export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>()
  return {
    run(work) {
      const ended = work.catch(onError).finally(() => running.delete(ended))
      running.add(ended)
    },
    async drain() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

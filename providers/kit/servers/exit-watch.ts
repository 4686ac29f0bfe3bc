import { until } from '#kit/concurrency/timeout.ts'
import { awaitExit } from '#providers/kit/process/exit-pipe.ts'
import { findServer } from '#providers/kit/process/server-process.ts'

export interface ExitWatchOptions {
  /** Starts the server of a folder again, unless it runs or was stopped on purpose. */
  restart(folder: string): Promise<unknown>
  onProblem?(problem: unknown): void
  /** Minimum milliseconds between two restarts of a server; one that exits sooner waits for its next maintenance. */
  minUptime?: number
}

/** Restarts servers when they exit. */
export interface ExitWatch {
  /** Watches the running server of a folder; a no-op if it is watched. */
  add(folder: string): void
  /** Stops watching, and waits for restarts under way. */
  close(): Promise<void>
}

export function createExitWatch(options: ExitWatchOptions): ExitWatch {
  const { restart, onProblem = console.error, minUptime = 10_000 } = options
  const watched = new Map<string, () => void>()
  const restarted = new Set<string>()
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  function onExit(folder: string): void {
    watched.delete(folder)
    if (isClosed || restarted.has(folder)) return
    restarted.add(folder)
    setTimeout(() => restarted.delete(folder), minUptime).unref()
    const work = untilGone(folder)
      .then(() => restart(folder))
      .catch((cause) => onProblem(new Error(`restart of the server of ${folder}`, { cause })))
      .finally(() => running.delete(work))
    running.add(work)
  }

  return {
    add(folder) {
      if (isClosed || watched.has(folder)) return
      const stop = awaitExit(folder, () => onExit(folder))
      if (stop) watched.set(folder, stop)
    },
    async close() {
      isClosed = true
      for (const stop of watched.values()) stop()
      watched.clear()
      await Promise.allSettled(running)
    },
  }
}

/** A process that exits closes its files some moments before its PID is gone. */
const untilGone = (folder: string) =>
  until(async () => (await findServer(folder)) === undefined, {
    timeout: 10_000,
    every: 5,
    what: `the exit of the server of ${folder}`,
  })

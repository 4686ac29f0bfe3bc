import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/hosting/platform.ts'

/** A server that was off, or whose registry was not there, does not ask in its first moment: neither do all servers at once. */
const maxDelay = 300_000
const retryAfter = 3_600_000
/** Share of the interval by which a refresh may come later. */
const jitter = 0.1

export interface ToolchainWorkerOptions {
  platform: () => Pick<Platform, 'toolchains' | 'times' | 'monotonic'>
  log: (line: string) => void
  onBug: (error: unknown) => void
  random?: () => number
}

/** Refreshes the catalogue of tools once it is older than the operator's interval. Each server has its own, with which it plans. */
export function createToolchainWorker({
  platform,
  log,
  onBug,
  random = Math.random,
}: ToolchainWorkerOptions): Worker {
  let dueAt: number | undefined
  return createWorker({
    async run() {
      const { toolchains, times, monotonic } = platform()
      const { interval, date } = toolchains.status()
      if (interval === null) return undefined
      if (dueAt === undefined) {
        const left = Math.max(0, interval - times.since('catalogue of tools', date))
        dueAt = monotonic() + left + random() * Math.min(maxDelay, interval * jitter)
      }
      const wait = dueAt - monotonic()
      if (wait > 0) return wait
      const pause = await toolchains.refresh().then(
        () => {
          const { problems } = toolchains.status()
          for (const { tool, text } of problems) log(`toolchains: ${tool} stays as it was: ${text}`)
          return problems.length > 0 ? Math.min(interval, retryAfter) : interval
        },
        (error: Error) => {
          log(`toolchains: the catalogue stays as it was: ${error.message}`)
          return Math.min(interval, retryAfter)
        },
      )
      dueAt = monotonic() + pause * (1 + random() * jitter)
      return dueAt - monotonic()
    },
    onError: onBug,
  })
}

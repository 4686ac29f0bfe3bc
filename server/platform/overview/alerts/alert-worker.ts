import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/overview/platform.ts'
import { watchRules } from './watch-rules.ts'

const minute = 60_000
/** After the end of a minute: its last samples have come by then. */
const delay = 15_000

export interface AlertWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** Compares figures with the thresholds of their owners, once a minute; without rules it costs one query. */
export const createAlertWorker = ({ platform, onBug }: AlertWorkerOptions): Worker =>
  createWorker({
    async run(signal) {
      await watchRules(platform(), { signal, onBug })
      return minute - (platform().clock() % minute) + delay
    },
    onError: onBug,
  })

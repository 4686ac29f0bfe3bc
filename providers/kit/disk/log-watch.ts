import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { boundLog, maxLogBytes } from './bounded-log.ts'
import type { GrowthWatch } from './growth-watch.ts'

/** Keeps the log of a server below its limit while the server writes to it. */
export function watchLog(watch: GrowthWatch, path: string, maxBytes = maxLogBytes): void {
  watch.add(`log ${path}`, {
    folder: dirname(path),
    maxBytes,
    measure: () =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    onSize: async () => void (await boundLog(path, maxBytes)),
  })
}

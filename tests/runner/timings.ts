import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder, type Outcome } from '#tests/test-file.ts'
import type { Timings } from '#tests/test-order.ts'

const path = join(cacheFolder, 'timings.json')

/** Durations measured by earlier runs; empty on a new machine. */
export function readTimings(): Timings {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/** Stores the durations of these files, keeping those of others. */
export function keepTimings(outcomes: readonly Outcome[]): void {
  const measured = outcomes.map(({ file, milliseconds }) => [file, Math.round(milliseconds)])
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ ...readTimings(), ...Object.fromEntries(measured) }))
}

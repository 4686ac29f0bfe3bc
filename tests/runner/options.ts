import { parseArgs } from 'node:util'

export interface RunOptions {
  /** Parts of paths; every file if there is none. */
  parts: string[]
  /** Only files of tests that a change can reach. */
  changed: boolean
  /** How many of the slowest files to list at the end. */
  slowest: number
}

/** Reads what follows `npm test --`. */
export function runOptions(args: readonly string[]): RunOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { changed: { type: 'boolean' }, slowest: { type: 'string' } },
  })
  const { changed = false, slowest = '0' } = values
  if (!/^\d+$/.test(slowest)) throw new Error(`Invalid number '${slowest}' of --slowest`)
  return { parts: positionals, changed, slowest: Number(slowest) }
}

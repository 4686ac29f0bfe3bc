import { parseArgs } from 'node:util'

export interface RunOptions {
  /** Path filters; every file if empty. */
  parts: string[]
  /** Only test files affected by a change. */
  changed: boolean
  /** Number of slowest files to list at the end. */
  slowest: number
}

/** Parses the arguments after `npm test --`. */
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

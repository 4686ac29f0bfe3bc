import { parseArgs } from 'node:util'

export interface RunOptions {
  /** Path filters; every file if empty. */
  parts: string[]
  /** Also the tests in depth, `*.full.test.ts`. */
  isFull: boolean
  /** The tests of several machines, in `tests/cluster/`, instead of all others. */
  isCluster: boolean
  /** Only test files affected by a change. */
  changed: boolean
  /** Number of slowest files to list at the end. */
  slowest: number
}

/** Parses the arguments after `npm test --`; `npm run test:full` is the same with `--full`. */
export function runOptions(args: readonly string[]): RunOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      changed: { type: 'boolean' },
      cluster: { type: 'boolean' },
      full: { type: 'boolean' },
      slowest: { type: 'string' },
    },
  })
  const {
    changed = false,
    cluster: isCluster = false,
    full: isFull = false,
    slowest = '10',
  } = values
  if (!/^\d+$/.test(slowest)) throw new Error(`Invalid number '${slowest}' of --slowest`)
  return { parts: positionals, isFull, isCluster, changed, slowest: Number(slowest) }
}

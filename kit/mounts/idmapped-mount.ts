import { join } from 'node:path'

/** A folder that shows files of one user as those of another. */
export interface IdmappedMount {
  source: string
  /** Made when it is missing. */
  target: string
  /** User and group on disk. */
  inner: number
  /** User and group for those who see the target. */
  outer: number
}

const script = join(import.meta.dirname, 'idmapped-mount.pl')

/**
 * Beginning of a command line that mounts folders in its own mount namespace before the rest, as root. `stage` is a path on
 * which an empty file system is mounted first, for targets below it.
 */
export const idmappedMounts = (mounts: readonly IdmappedMount[], stage?: string): string[] => [
  ...['perl', script],
  ...(stage === undefined ? [] : ['--stage', stage]),
  ...mounts.flatMap(({ source, target, inner, outer }) => [
    ...['--mount', source, target, `${inner}`, `${outer}`],
  ]),
  '--',
]

import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seccompFilter } from './filter.ts'

/** The file descriptor under which bubblewrap finds the filter; shell scripts can name no higher one. */
const filterDescriptor = '9'

/** Opens a filter as `filterDescriptor` and becomes a command: `with-filter.sh FILTER COMMAND…`. */
const script = join(import.meta.dirname, 'with-filter.sh')

let opened: string | undefined

/**
 * A path under which children of this process can open the filter, or `undefined` where there is none for this processor.
 * The file itself has no name any more, so that nothing is left behind and nobody can change it.
 */
export function filterFile(): string | undefined {
  if (opened !== undefined) return opened
  const filter = seccompFilter(process.arch)
  if (!filter) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'berth-seccomp-'))
  try {
    const path = join(folder, 'filter')
    writeFileSync(path, filter, { mode: 0o400, flag: 'wx' })
    opened = `/proc/${process.pid}/fd/${openSync(path, 'r')}`
    return opened
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A command of bubblewrap with the filter added; unchanged where there is no filter. */
export function withFilter(
  bubblewrap: readonly ['bwrap', ...string[]],
  filter: string | undefined,
): [string, ...string[]] {
  const [program, ...words] = bubblewrap
  if (filter === undefined) return [program, ...words]
  return ['/bin/sh', script, filter, program, '--seccomp', filterDescriptor, ...words]
}

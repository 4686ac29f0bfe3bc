import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seccompFilter } from './filter.ts'

/** File descriptor of the filter for bubblewrap; the highest that shell scripts can name. */
const filterDescriptor = '9'

/** Opens a filter as `filterDescriptor` and execs a command: `with-filter.sh FILTER COMMAND…`. */
const script = join(import.meta.dirname, 'with-filter.sh')

let opened: string | undefined

/**
 * Path under which child processes can open the filter, or `undefined` for an unsupported processor. The file is
 * unlinked, so that nothing is left behind and no process can change it.
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

/** A bubblewrap command with the filter added; unchanged without a filter. */
export function withFilter(
  bubblewrap: readonly ['bwrap', ...string[]],
  filter: string | undefined,
): [string, ...string[]] {
  const [program, ...words] = bubblewrap
  if (filter === undefined) return [program, ...words]
  return ['/bin/sh', script, filter, program, ...filterArguments, ...words]
}

/** Arguments of bubblewrap for a filter that a launcher has opened, such as `launch.sh --filter`. */
export const filterArguments = ['--seccomp', filterDescriptor]

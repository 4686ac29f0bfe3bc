import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seccompFilter } from './filter.ts'
import { buildingImages, filteredForImages, settingUp } from './policy.ts'

/** File descriptor of the filter for bubblewrap; the highest that shell scripts can name. */
const filterDescriptor = '9'

/** Opens a filter as `filterDescriptor` and execs a command: `with-filter.sh FILTER COMMAND…`. */
const script = join(import.meta.dirname, 'with-filter.sh')

const opened = new Map<string, string>()

/**
 * Path under which child processes can open the filter, or `undefined` for an unsupported processor. The file is
 * unlinked, so that nothing is left behind and no process can change it.
 */
export const filterFile = (): string | undefined =>
  openFilter('sandbox', () => seccompFilter(process.arch))

/** The same for the filter under which bubblewrap can still set up a sandbox. */
export const settingUpFile = (): string | undefined =>
  openFilter('setting up', () => seccompFilter(process.arch, settingUp))

/** The same for the filter under which images are built. */
export const imageBuilderFile = (): string | undefined =>
  openFilter('building images', () =>
    seccompFilter(process.arch, buildingImages, filteredForImages),
  )

function openFilter(name: string, make: () => Uint8Array | undefined): string | undefined {
  const known = opened.get(name)
  if (known !== undefined) return known
  const filter = make()
  if (!filter) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'berth-seccomp-'))
  try {
    const path = join(folder, 'filter')
    writeFileSync(path, filter, { mode: 0o400, flag: 'wx' })
    const file = `/proc/${process.pid}/fd/${openSync(path, 'r')}`
    opened.set(name, file)
    return file
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A bubblewrap command with the filter added; unchanged without a filter. `before` is the beginning of its line, which has the filter open. */
export function withFilter(
  bubblewrap: readonly ['bwrap', ...string[]],
  filter: string | undefined,
  before: readonly string[] = [],
): [string, ...string[]] {
  const [program, ...words] = bubblewrap
  const [first = program, ...others] = [...before, program]
  if (filter === undefined) return [first, ...others, ...words]
  return ['/bin/sh', script, filter, first, ...others, ...filterArguments, ...words]
}

/** Arguments of bubblewrap for a filter that a launcher has opened, such as `launch.sh --filter`. */
export const filterArguments = ['--seccomp', filterDescriptor]

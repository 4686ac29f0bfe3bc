/** What a `pnpm-lock.yaml` says about where its packages come from. */
export interface PnpmLock {
  /** `9.0` */
  format?: string
  /** Packages as they are listed: `@scope/name@1.0.0`, in older formats `/name@1.0.0` or `/name/1.0.0`. */
  packages: string[]
  /** The first package that no hash pins, or that comes from the repository or from Git. */
  stray?: string
  /** More than one package of the repository is installed. */
  hasWorkspaces: boolean
  /** Packages are changed by files of the repository. */
  hasPatches: boolean
}

/** Reads what pnpm itself writes, line by line; what looks otherwise gives a stray. */
export function readPnpmLock(text: string): PnpmLock {
  const format = /^lockfileVersion: *['"]?(\d+\.\d+)/m.exec(text)?.[1]
  const entries = entriesOf(section(text, 'packages'))
  const stray = entries.find(({ lines }) => !lines.some(isPinned))?.name
  const importers = entriesOf(section(text, 'importers')).map(({ name }) => name)
  const linked = /^ +(?:version|specifier): *['"]?(?:link|file|portal):/m.exec(
    section(text, 'importers').join('\n'),
  )
  const found = stray ?? (linked ? 'a linked folder' : undefined)
  return {
    ...(format && { format }),
    packages: entries.map(({ name }) => name),
    ...(found && { stray: found }),
    hasWorkspaces: importers.some((name) => name !== '.'),
    hasPatches: /^(patchedDependencies|pnpmfileChecksum):/m.test(text),
  }
}

const isPinned = (line: string) =>
  /^ +resolution: *\{ *integrity: *sha\d+-[^ ,}]+ *(,|\})/.test(line) &&
  !/\b(tarball: *['"]?file:|directory:|repo:|type:)/.test(line)

/** The indented lines below a name at the beginning of a line. */
function section(text: string, name: string): string[] {
  const lines = text.split('\n')
  const from = lines.indexOf(`${name}:`)
  if (from < 0) return []
  const below = lines.slice(from + 1)
  const to = below.findIndex((line) => /^\S/.test(line))
  return to < 0 ? below : below.slice(0, to)
}

function entriesOf(lines: string[]): { name: string; lines: string[] }[] {
  const entries: { name: string; lines: string[] }[] = []
  for (const line of lines) {
    const [, name] = /^ {2}['"]?(\S.*?)['"]?: *$/.exec(line) ?? []
    if (name) entries.push({ name, lines: [] })
    else if (line.trim()) entries.at(-1)?.lines.push(line)
  }
  return entries
}

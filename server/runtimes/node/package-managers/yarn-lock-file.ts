/** One entry of a `yarn.lock`, of either generation. */
export interface YarnEntry {
  /** What it answers: `a@^1.0.0` or `a@npm:^1.0.0`. */
  keys: string[]
  fields: ReadonlyMap<string, string>
  /** Only those of the first level below `dependencies`. */
  dependencies: ReadonlyMap<string, string>
}

export interface YarnLock {
  /** `__metadata.version` of Yarn 2 and later; nothing for Yarn 1. */
  format?: number
  entries: YarnEntry[]
}

/** Reads what Yarn itself writes, line by line. */
export function readYarnLock(text: string): YarnLock {
  const entries: {
    keys: string[]
    fields: Map<string, string>
    dependencies: Map<string, string>
  }[] = []
  let group = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || !line.trim()) continue
    if (!line.startsWith(' ')) {
      entries.push({ keys: keysIn(line), fields: new Map(), dependencies: new Map() })
      group = ''
      continue
    }
    const [, indent, name, value] = /^( +)("[^"]*"|[^\s:]+):? *(.*)$/.exec(line.trimEnd()) ?? []
    const entry = entries.at(-1)
    if (!entry || !indent || !name) continue
    if (indent.length === 2) {
      entry.fields.set(plain(name), plain(value ?? ''))
      group = value ? '' : plain(name)
    } else if (indent.length === 4 && group === 'dependencies') {
      entry.dependencies.set(plain(name), plain(value ?? ''))
    }
  }
  const [metadata] = entries.filter(({ keys }) => keys[0] === '__metadata')
  const format = Number.parseInt(metadata?.fields.get('version') ?? '', 10)
  return {
    ...(Number.isNaN(format) ? {} : { format }),
    entries: entries.filter((entry) => entry !== metadata),
  }
}

const keysIn = (line: string): string[] =>
  line
    .trimEnd()
    .replace(/:$/, '')
    .split(/",? *"?|, */)
    .map((key) => key.trim())
    .filter((key) => key !== '')

const plain = (text: string) => text.replace(/^"(.*)"$/, '$1')

import { parse } from 'smol-toml'
import { isObject } from '#runtimes/node/package-json.ts'
import { quote } from '#runtimes/variable.ts'

/** Settings, by table, that cannot bring in anything but what the lock file pins; any other prevents sharing. */
const harmless: ReadonlyMap<string, ReadonlySet<string> | 'all'> = new Map<
  string,
  ReadonlySet<string> | 'all'
>([
  ['telemetry', 'all'],
  ['test', 'all'],
  ['serve', 'all'],
  [
    'install',
    new Set(['registry', 'scopes', 'exact', 'saveTextLockfile', 'production', 'dev', 'peer']),
  ],
])

/** Why the tree may depend on more than the lock file because of `bunfig.toml`. */
export function bunfigObstacle(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (text.includes('$')) return 'bunfig.toml names variables'
  const settings = parsed(text)
  if (!settings) return 'bunfig.toml cannot be read'
  for (const [table, value] of Object.entries(settings)) {
    const known = harmless.get(table)
    if (known === 'all') continue
    if (!known || !isObject(value)) return `bunfig.toml sets ${quote(table)}`
    const offending = Object.keys(value).find((key) => !known.has(key))
    if (offending) return `bunfig.toml sets ${quote(`${table}.${offending}`)}`
  }
  return undefined
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

import { satisfies, valid, validRange } from '#kit/text/versions.ts'
import { parseSpec, type RegistrySpec } from '#runtimes/node/lock-files/dependency-spec.ts'
import { isArchiveAddress, isStrongIntegrity } from '#runtimes/node/lock-files/integrity.ts'
import type { LockedPackage, LockResult } from '#runtimes/node/lock-files/lock-graph.ts'
import { edgesOf, type Manifest, rootEdges } from '#runtimes/node/lock-files/manifest.ts'
import { quote } from '#runtimes/variable.ts'
import { parseYarnV1, type YarnV1Entry } from './lock-text.ts'

const lockFile = 'yarn.lock'
/** Parsing blocks the event loop for up to 0.2 seconds per megabyte. */
const maxLength = 2 * 1024 * 1024

const knownFields = new Set(['name', 'version', 'resolved', 'integrity'])
const knownGroups = new Set(['dependencies', 'optionalDependencies'])

export interface YarnClassicOptions {
  manifest: Manifest
  overrides: ReadonlyMap<string, string>
}

/**
 * Yarn 1 queries the registry for everything without an entry, even with `--frozen-lockfile`, unless the root itself
 * depends on it.
 */
export function readYarnClassicLock(text: string, options: YarnClassicOptions): LockResult {
  if (text.length > maxLength) return { obstacle: `${lockFile} is larger than 2 MB` }
  const entries = parseYarnV1(text)
  if (!entries) return { obstacle: `${lockFile} cannot be read or has the format of a later Yarn` }
  const byKey = new Map<string, LockedPackage>()
  const packages: LockedPackage[] = []
  for (const entry of entries) {
    const read = readEntry(entry)
    if (typeof read === 'string') return { obstacle: read }
    packages.push(read)
    for (const key of entry.keys) byKey.set(key, read)
  }
  return {
    graph: {
      lockFile,
      root: rootEdges(options.manifest, { peers: false }),
      packages,
      overrides: options.overrides,
      resolve: ({ name, spec }) => byKey.get(`${name}@${spec}`),
      isAccepted: ({ version }, wants) => isAccepted(version, wants),
    },
  }
}

function readEntry({ keys, fields, groups }: YarnV1Entry): LockedPackage | string {
  const [id = ''] = keys
  const label = quote(id)
  const targets = new Set(keys.map(targetOf))
  const [name] = targets
  if (targets.size !== 1 || name === undefined) return `${label} does not come from a registry`
  if (!isStrongIntegrity(fields.get('integrity'))) {
    return `${label} is not pinned by a sha512 in ${lockFile}`
  }
  // Without it Yarn 1 resolves the newest version again, and accepts any hash.
  const resolved = fields.get('resolved')
  if (resolved === undefined) return `${lockFile} does not say where ${label} was resolved`
  if (!isArchiveAddress(resolved)) return `${label} does not come from a registry`
  const unknown =
    [...fields.keys()].find((field) => !knownFields.has(field)) ??
    [...groups.keys()].find((group) => !knownGroups.has(group))
  if (unknown) return `${label} has ${quote(unknown)} in ${lockFile}`
  const version = fields.get('version') ?? ''
  if (valid(version) === null) return `${label} has no version in ${lockFile}`
  return { id, name, version, edges: [...groups.values()].flatMap(edgesOf) }
}

/** Package name in `name@range` or `name@npm:other@range`. */
function targetOf(key: string): string | undefined {
  const at = key.indexOf('@', 1)
  return at < 0 ? undefined : parseSpec(key.slice(0, at), key.slice(at + 1))?.target
}

/** Yarn ignores an entry whose version does not satisfy the range. */
function isAccepted(version: string, wants: RegistrySpec['wants']): boolean {
  if ('tag' in wants) return true
  const { range } = wants
  const isFitting = satisfies(version, range, { loose: true })
  return isFitting && (validRange(range) === null || satisfies(version, range))
}

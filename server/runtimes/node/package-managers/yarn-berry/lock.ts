import { satisfies, valid } from '#kit/text/versions.ts'
import { isPackageName } from '#runtimes/node/lock-files/dependency-spec.ts'
import type { Edge, LockedPackage, LockResult } from '#runtimes/node/lock-files/lock-graph.ts'
import { type Manifest, rootEdges, textMap } from '#runtimes/node/lock-files/manifest.ts'
import { parseYamlText, readYamlHead } from '#runtimes/node/lock-files/yaml-text.ts'
import { isObject } from '#runtimes/node/package-json.ts'
import { quote } from '#runtimes/variable.ts'
import { yarnExtensions } from './extensions.ts'

const lockFile = 'yarn.lock'

const knownFields = new Set([
  ...['version', 'resolution', 'checksum', 'languageName', 'linkType', 'conditions', 'bin'],
  ...['dependencies', 'peerDependencies', 'dependenciesMeta', 'peerDependenciesMeta'],
])

/** `__metadata.version`, written only by Yarn 2 and later. */
export function yarnBerryFormat(text: string): number | undefined {
  const head = readYamlHead(text)
  const metadata = isObject(head) ? head.__metadata : undefined
  const version = isObject(metadata) ? Number.parseInt(String(metadata.version), 10) : Number.NaN
  return Number.isNaN(version) ? undefined : version
}

/** With this comment Yarn parses the file by the grammar of Yarn 1. */
export const hasClassicHeader = (text: string): boolean => /#\s*yarn\s+lockfile\s+v1/i.test(text)

export interface YarnBerryOptions {
  manifest: Manifest
  overrides: ReadonlyMap<string, string>
  /** Prefix of the running Yarn's checksums. Others belong to an earlier format and are not verified. */
  cacheKey: string
}

export function readYarnBerryLock(text: string, options: YarnBerryOptions): LockResult {
  const parsed = parseYamlText(text)
  if (hasClassicHeader(text)) return { obstacle: `${lockFile} has the format of Yarn 1` }
  if ('problem' in parsed) return { obstacle: `${lockFile} ${parsed.problem}` }
  const lock = parsed.value
  if (!isObject(lock) || !isObject(lock.__metadata)) {
    return { obstacle: `${lockFile} cannot be read or has the format of Yarn 1` }
  }
  const { __metadata: metadata, ...entries } = lock
  const workspaces = Object.values(entries).filter(isWorkspace)
  const [root] = workspaces
  if (!root || workspaces.length > 1) return { obstacle: `${lockFile} has workspaces` }
  const byKey = new Map<string, LockedPackage>()
  const packages: LockedPackage[] = []
  for (const [keys, fields] of Object.entries(entries)) {
    if (isWorkspace(fields)) continue
    const read = readEntry(keys, fields, { ...options, metadata })
    if (typeof read === 'string') return { obstacle: read }
    packages.push(read)
    for (const key of keys.split(/ *, */)) {
      if (byKey.has(key)) return { obstacle: `${lockFile} has two entries for ${quote(key)}` }
      byKey.set(key, read)
    }
  }
  const wanted = rootEdges(options.manifest, { peers: false })
  if (!agrees(root, wanted)) return { obstacle: `${lockFile} does not agree with package.json` }
  return {
    graph: {
      lockFile,
      root: wanted.map(({ name, spec = '' }) => ({ name, spec: plainSpec(spec) })),
      packages,
      overrides: new Map([...options.overrides].map(([name, spec]) => [name, plainSpec(spec)])),
      resolve: ({ name, spec = '' }) => byKey.get(descriptor(name, spec)),
      isAccepted: () => true,
    },
  }
}

/** Whether the entry is the application itself. */
const isWorkspace = (fields: unknown): fields is Record<string, unknown> =>
  isObject(fields) && /@workspace:/.test(String(fields.resolution))

interface EntryOptions extends YarnBerryOptions {
  metadata: Record<string, unknown>
}

function readEntry(keys: string, fields: unknown, options: EntryOptions): LockedPackage | string {
  const label = quote(keys.split(/ *, */)[0] ?? keys)
  const stray = `${label} does not come from a registry or has no checksum`
  if (!isObject(fields)) return stray
  const { resolution, version, checksum, linkType, languageName } = fields
  const name = packageOf(String(resolution))
  if (name === undefined || linkType !== 'hard' || languageName !== 'node') return stray
  if (typeof checksum !== 'string') return stray
  const problem = checksumProblem(checksum, options)
  if (problem) return `${label} ${problem}`
  const unknown = Object.keys(fields).find((field) => !knownFields.has(field))
  if (unknown) return `${label} has ${quote(unknown)} in ${lockFile}`
  const dependencies = textMap(fields.dependencies)
  if (!dependencies || typeof version !== 'string' || valid(version) === null) {
    return `${label} cannot be read in ${lockFile}`
  }
  const own = [...dependencies].map(([each, spec]) => ({ name: each, spec: plainSpec(spec) }))
  const edges = [...own, ...extensionEdges(name, version, dependencies)]
  return { id: String(resolution), name, version, edges }
}

/** `name@npm:1.0.0`, or one of Yarn's three built-in patches. */
function packageOf(resolution: string): string | undefined {
  const at = resolution.indexOf('@', 1)
  const name = resolution.slice(0, at)
  const reference = resolution.slice(at + 1)
  if (at < 0 || !isPackageName(name)) return undefined
  if (reference.startsWith('npm:')) {
    return valid(reference.slice('npm:'.length)) === null ? undefined : name
  }
  const patch =
    /^patch:([a-z]+)@npm%3A[^#:&%]+#(?:optional!|~)builtin<compat\/([a-z]+)>(?:::[\w=.&-]*)?$/
  const [, source, builtin] = patch.exec(reference) ?? []
  const isBuiltin = ['typescript', 'resolve', 'fsevents'].includes(name)
  return isBuiltin && source === name && builtin === name ? name : undefined
}

function checksumProblem(
  checksum: string,
  { metadata, cacheKey }: EntryOptions,
): string | undefined {
  const at = checksum.indexOf('/')
  const key = at < 0 ? metadata.cacheKey : checksum.slice(0, at)
  if (!/^[0-9a-f]{128}$/.test(checksum.slice(at + 1))) return `has no whole checksum in ${lockFile}`
  return key === cacheKey ? undefined : 'has a checksum of another Yarn, which is not verified'
}

/** `npm:^1.0.0` is a registry range; `npm:other@^1.0.0` is an alias. */
function plainSpec(spec: string): string {
  const written = spec.slice('npm:'.length)
  return spec.startsWith('npm:') && written.indexOf('@', 1) < 0 ? written : spec
}

const descriptor = (name: string, spec: string): string =>
  spec.startsWith('npm:') ? `${name}@${spec}` : `${name}@npm:${spec}`

/** Dependencies that Yarn adds to packages that lack them; the lock file shows them only as entries. */
function extensionEdges(name: string, version: string, own: ReadonlyMap<string, string>): Edge[] {
  return (yarnExtensions.get(name) ?? [])
    .filter(([range]) => satisfies(version, range, { includePrerelease: true }))
    .flatMap(([, added]) => Object.entries(added).map(([each, spec]) => ({ name: each, spec })))
    .filter((edge) => !own.has(edge.name))
}

/** Whether the lock file was written for the same dependencies; it lists development dependencies among the others. */
function agrees(root: Record<string, unknown>, wanted: Edge[]): boolean {
  const locked = textMap(root.dependencies)
  const specs = new Map(wanted.map(({ name, spec = '' }) => [name, spec]))
  if (locked?.size !== specs.size || root.linkType !== 'soft') return false
  return [...specs].every(([name, spec]) => plainSpec(locked.get(name) ?? '') === plainSpec(spec))
}

import { satisfies, valid } from '#kit/text/versions.ts'
import { isPackageName, type RegistrySpec } from '#runtimes/node/lock-files/dependency-spec.ts'
import { isArchiveAddress, isStrongIntegrity } from '#runtimes/node/lock-files/integrity.ts'
import { parseJsonText } from '#runtimes/node/lock-files/json-text.ts'
import type {
  Edge,
  LockedPackage,
  LockGraph,
  LockResult,
} from '#runtimes/node/lock-files/lock-graph.ts'
import {
  edgesOf,
  type Manifest,
  peerEdges,
  rootEdges,
  textMap,
} from '#runtimes/node/lock-files/manifest.ts'
import { dependencyGroups, isObject } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/variable.ts'

export interface NpmLockOptions {
  lockFile: string
  manifest: Manifest
  overrides: ReadonlyMap<string, string>
  /** `legacy-peer-deps`: npm ignores peers. */
  ignoresPeers: boolean
}

export interface NpmPackage extends LockedPackage {
  hasAddress: boolean
  isBundled: boolean
  bundles: boolean
  /** Whether it declares an install script for this platform. */
  hasInstallScript: boolean
  /** Whether npm continues when it cannot be installed. */
  isOptional: boolean
  /** `os`, `cpu` and `libc`: platforms on which it can be installed. */
  platforms: Readonly<Record<PlatformField, unknown>>
}

export type PlatformField = 'os' | 'cpu' | 'libc'

export interface NpmLockGraph extends LockGraph {
  packages: readonly NpmPackage[]
}

/**
 * Allowed fields of an entry. Others make npm fetch what is not in the lock file, such as `hasShrinkwrap` and `link`.
 */
const knownFields = new Set([
  ...['name', 'version', 'resolved', 'integrity', 'license', 'funding', 'deprecated', 'bin'],
  ...['dependencies', 'optionalDependencies', 'peerDependencies', 'peerDependenciesMeta'],
  ...['engines', 'os', 'cpu', 'libc', 'dev', 'optional', 'devOptional', 'peer', 'extraneous'],
  ...['hasInstallScript', 'inBundle', 'bundleDependencies'],
  // Only the root's own workspaces are installed; some packages publish theirs, such as vitefu.
  'workspaces',
])

/** Reads `packages` of a lock file of version 2 or 3; npm fetches metadata for every other version. */
export function readNpmLock(text: string, options: NpmLockOptions): LockResult<NpmLockGraph> {
  const { lockFile, manifest, overrides } = options
  const lock = parseJsonText(text)
  const isKnown = isObject(lock) && (lock.lockfileVersion === 2 || lock.lockfileVersion === 3)
  if (!isKnown || !isObject(lock.packages)) {
    return { obstacle: `${lockFile} cannot be read or has the format of npm 6` }
  }
  const { '': root, ...others } = lock.packages
  if (!agrees(root, manifest)) return { obstacle: `${lockFile} does not agree with package.json` }
  const byPath = new Map<string, NpmPackage>()
  for (const [path, fields] of Object.entries(others)) {
    const read = readEntry(path, fields, options)
    if (typeof read === 'string') return { obstacle: read }
    byPath.set(path, read)
  }
  const packages = [...byPath.values()]
  const stray = packages.find((each) => isMisplaced(each, byPath, overrides))
  if (stray) return { obstacle: `${quote(stray.id)} of ${lockFile} is not where npm would put it` }
  return {
    graph: {
      lockFile,
      root: rootEdges(manifest, { peers: !options.ignoresPeers }),
      packages,
      overrides,
      resolve: (edge, from) => resolve(byPath, edge, from?.id ?? ''),
      isAccepted: (locked, wants) => isAccepted(locked, wants, byPath),
    },
  }
}

function agrees(root: unknown, { groups }: Manifest): boolean {
  if (!isObject(root)) return false
  return dependencyGroups.every((group) => {
    const locked = textMap(root[group])
    const wanted = groups[group]
    return (
      locked?.size === wanted.size && [...wanted].every(([key, spec]) => locked.get(key) === spec)
    )
  })
}

function readEntry(
  path: string,
  fields: unknown,
  { lockFile, ignoresPeers }: NpmLockOptions,
): NpmPackage | string {
  const own = namesIn(path)?.at(-1)
  const label = quote(own ?? path)
  if (own === undefined || !isObject(fields)) return `${label} does not come from a registry`
  const { name = own, version, resolved, integrity, inBundle, bundleDependencies } = fields
  const isBundled = inBundle === true
  const hasHash = isBundled ? integrity === undefined : isStrongIntegrity(integrity)
  const hasAddress = resolved !== undefined
  if (fields.link || (hasAddress && (isBundled || !isArchiveAddress(resolved)))) {
    return `${label} does not come from a registry`
  }
  if (!hasHash) return `${label} is not pinned by a sha512 in ${lockFile}`
  const unknown = Object.keys(fields).find((field) => !knownFields.has(field))
  if (unknown) return `${label} has ${quote(unknown)} in ${lockFile}`
  const groups = [fields.dependencies, fields.optionalDependencies, fields.peerDependencies]
  const [dependencies, optional, peers] = groups.map(textMap)
  const isNamed = typeof name === 'string' && isPackageName(name)
  if (!isNamed || typeof version !== 'string' || valid(version, true) === null) {
    return `${label} has no version in ${lockFile}`
  }
  if (!dependencies || !optional || !peers) return `${label} cannot be read in ${lockFile}`
  const edges = [...edgesOf(dependencies), ...edgesOf(optional)]
  if (!ignoresPeers) edges.push(...peerEdges(peers, fields.peerDependenciesMeta))
  return {
    id: path,
    name,
    version,
    edges,
    hasAddress,
    isBundled,
    bundles: Array.isArray(bundleDependencies) && bundleDependencies.length > 0,
    hasInstallScript: runsHere(fields),
    isOptional: fields.optional === true || fields.devOptional === true,
    platforms: { os: fields.os, cpu: fields.cpu, libc: fields.libc },
  }
}

const runsHere = ({ hasInstallScript, os }: Record<string, unknown>) =>
  hasInstallScript === true && (!Array.isArray(os) || os.includes('linux'))

/** Package names in a path such as `node_modules/a/node_modules/@b/c`. */
function namesIn(path: string): string[] | undefined {
  if (!path.startsWith('node_modules/')) return undefined
  const names = path.slice('node_modules/'.length).split('/node_modules/')
  return names.length <= maxDepth && names.every(isPackageName) ? names : undefined
}

const maxDepth = 64

const parentOf = (path: string): string => {
  const at = path.lastIndexOf('/node_modules/')
  return at < 0 ? '' : path.slice(0, at)
}

/**
 * Whether a path is invalid: a package is at the top or inside another entry. Bundled packages are below their bundle,
 * and never overridden.
 */
function isMisplaced(
  { id, name, isBundled }: NpmPackage,
  byPath: ReadonlyMap<string, NpmPackage>,
  overrides: ReadonlyMap<string, string>,
): boolean {
  const parent = parentOf(id)
  if (parent !== '' && !byPath.has(parent)) return true
  if (!isBundled) return false
  let above = byPath.get(parent)
  while (above?.isBundled) above = byPath.get(parentOf(above.id))
  return !above?.bundles || overrides.has(name)
}

/** The nearest `node_modules`, from the package itself upwards; npm does not accept a peer in a package's own one. */
function resolve(
  byPath: ReadonlyMap<string, NpmPackage>,
  { name, isPeer }: Edge,
  from: string,
): NpmPackage | undefined {
  for (let at = from; at !== ''; at = parentOf(at)) {
    const found = byPath.get(`${at}/node_modules/${name}`)
    if (found) return isPeer && at === from ? undefined : found
  }
  return byPath.get(`node_modules/${name}`)
}

function isAccepted(
  { id, version }: LockedPackage,
  wants: RegistrySpec['wants'],
  byPath: ReadonlyMap<string, NpmPackage>,
): boolean {
  if ('tag' in wants) return byPath.get(id)?.hasAddress === true
  return (
    wants.range === '' || wants.range === '*' || satisfies(version, wants.range, { loose: true })
  )
}

/** The lock file that npm uses, if there is one; a shrinkwrap wins. */
export const npmLockFile = ({ lockNames }: Project): string | undefined =>
  ['npm-shrinkwrap.json', 'package-lock.json'].find((name) => lockNames.has(name))

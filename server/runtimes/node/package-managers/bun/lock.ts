import { satisfies, valid } from '#kit/text/versions.ts'
import { isPackageName, type RegistrySpec } from '#runtimes/node/lock-files/dependency-spec.ts'
import { isArchiveAddress, isStrongIntegrity } from '#runtimes/node/lock-files/integrity.ts'
import { parseJsonText } from '#runtimes/node/lock-files/json-text.ts'
import type { Edge, LockedPackage, LockResult } from '#runtimes/node/lock-files/lock-graph.ts'
import {
  edgesOf,
  type Manifest,
  peerEdges,
  rootEdges,
  textMap,
} from '#runtimes/node/lock-files/manifest.ts'
import { dependencyGroups, isObject } from '#runtimes/node/package-json.ts'
import { quote } from '#runtimes/variable.ts'

const lockFile = 'bun.lock'

const knownSections = new Set([
  ...['lockfileVersion', 'configVersion', 'workspaces', 'packages'],
  ...['overrides', 'trustedDependencies'],
])
const knownFields = new Set([
  ...['dependencies', 'optionalDependencies', 'peerDependencies', 'optionalPeers'],
  ...['bin', 'binDir', 'os', 'cpu', 'libc', 'bundled'],
])

export interface BunLockOptions {
  manifest: Manifest
  overrides: ReadonlyMap<string, string>
}

export function readBunLock(text: string, { manifest, overrides }: BunLockOptions): LockResult {
  const lock = parseJsonText(text, { isLoose: true })
  if (!isObject(lock) || !isObject(lock.packages) || !isObject(lock.workspaces)) {
    return { obstacle: `${lockFile} cannot be read` }
  }
  if (lock.lockfileVersion !== 0 && lock.lockfileVersion !== 1) {
    return { obstacle: `${lockFile} has a format that is not known here` }
  }
  const { '': root, ...others } = lock.workspaces
  if (Object.keys(others).length > 0) return { obstacle: `${lockFile} has workspaces` }
  if (isObject(lock.patchedDependencies)) {
    return { obstacle: 'packages are changed by files of the repository' }
  }
  const unknown = Object.keys(lock).find((section) => !knownSections.has(section))
  if (unknown) return { obstacle: `${lockFile} has ${quote(unknown)}` }
  const byPath = new Map<string, LockedPackage>()
  for (const [path, entry] of Object.entries(lock.packages)) {
    const read = readEntry(path, entry)
    if (typeof read === 'string') return { obstacle: read }
    byPath.set(path, read)
  }
  if (!agrees(root, manifest)) return { obstacle: `${lockFile} does not agree with package.json` }
  return {
    graph: {
      lockFile,
      root: rootEdges(manifest),
      packages: [...byPath.values()],
      overrides,
      resolve: ({ name }, from) => resolve(byPath, name, from?.id),
      isAccepted: ({ version }, wants, edge) => isAccepted(version, wants, edge),
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

/** `[name@version, address of the archive or '', dependencies, hash]` */
function readEntry(path: string, entry: unknown): LockedPackage | string {
  const stray = `${quote(path)} does not come from a registry`
  if (!namesIn(path) || !Array.isArray(entry) || entry.length !== 4) return stray
  const [identity, address, info, integrity]: unknown[] = entry
  if (typeof identity !== 'string' || (address !== '' && !isArchiveAddress(address))) return stray
  const at = identity.indexOf('@', 1)
  const name = identity.slice(0, at)
  const version = identity.slice(at + 1)
  if (at < 0 || !isPackageName(name) || valid(version) === null || !isObject(info)) return stray
  if (!isStrongIntegrity(integrity))
    return `${quote(path)} is not pinned by a sha512 in ${lockFile}`
  const unknown = Object.keys(info).find((field) => !knownFields.has(field))
  if (unknown) return `${quote(path)} has ${quote(unknown)} in ${lockFile}`
  const groups = [info.dependencies, info.optionalDependencies, info.peerDependencies]
  const [dependencies, optional, peers] = groups.map(textMap)
  if (!dependencies || !optional || !peers) return `${quote(path)} cannot be read in ${lockFile}`
  const { optionalPeers } = info
  const mayMiss = Array.isArray(optionalPeers) ? optionalPeers.map(String) : []
  const meta = Object.fromEntries(mayMiss.map((each) => [each, { optional: true }]))
  return {
    id: path,
    name,
    version,
    edges: [...edgesOf(dependencies), ...edgesOf(optional), ...peerEdges(peers, meta)],
  }
}

const maxDepth = 64

/** Package names in a path such as `a/@b/c/d`: `a`, `@b/c`, `d`. */
function namesIn(path: string): string[] | undefined {
  const parts = path.split('/')
  const names: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    names.push(part.startsWith('@') ? `${part}/${parts[++at]}` : part)
  }
  return names.length <= maxDepth && names.every(isPackageName) ? names : undefined
}

/** The nearest entry, from below the package itself up to the top. */
function resolve(
  byPath: ReadonlyMap<string, LockedPackage>,
  name: string,
  from: string | undefined,
): LockedPackage | undefined {
  const above = from === undefined ? [] : (namesIn(from) ?? [])
  for (let count = above.length; count >= 0; count--) {
    const found = byPath.get([...above.slice(0, count), name].join('/'))
    if (found) return found
  }
  return undefined
}

/** Bun only warns about a peer that does not match. */
function isAccepted(version: string, wants: RegistrySpec['wants'], { isPeer }: Edge): boolean {
  if (isPeer || 'tag' in wants) return true
  return (
    wants.range === '' || wants.range === '*' || satisfies(version, wants.range, { loose: true })
  )
}

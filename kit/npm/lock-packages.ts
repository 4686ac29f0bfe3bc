import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An npm package that a lock file installs. */
export interface LockPackage {
  /** Its folder, from that of the lock file: `node_modules/react`. */
  path: string
  name: string
  version: string
  /** Digests as npm writes them, separated by spaces. */
  integrity?: string
  /** SPDX expression; absent where the package says it in an older form. */
  licence?: string
  /** Installed by `npm ci --omit=dev`. */
  isProduction: boolean
  /** Installed only on some systems. */
  isOptional: boolean
  /** Names of Node for those systems and processors; all when absent. */
  os?: string[]
  cpu?: string[]
  /** Names of the packages that it depends on. */
  dependencies: readonly string[]
}

/** A lock file in the form of npm 7 and later, as far as it is read here. */
interface LockFile {
  packages: Record<string, LockEntry>
}

interface LockEntry {
  name?: string
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** All packages of the lock file in a folder, by path, and the names that the project itself depends on in production. */
export async function readLock(
  root: string,
): Promise<{ packages: LockPackage[]; dependencies: readonly string[] }> {
  const lock: LockFile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const { '': own = {}, ...entries } = lock.packages
  const packages = Object.entries(entries).flatMap(([path, entry]) => packageOf(path, entry) ?? [])
  return { packages: packages.sort(byPath), dependencies: dependenciesOf(own) }
}

function packageOf(path: string, entry: LockEntry): LockPackage | undefined {
  const { version, integrity, license, os, cpu } = entry
  // A link into the project.
  if (version === undefined) return undefined
  return {
    path,
    name: entry.name ?? nameIn(path),
    version,
    ...(integrity !== undefined && { integrity }),
    ...(license !== undefined && { licence: license }),
    isProduction: !entry.dev && !entry.devOptional,
    isOptional: entry.optional === true,
    ...(os !== undefined && { os: [os].flat() }),
    ...(cpu !== undefined && { cpu: [cpu].flat() }),
    dependencies: dependenciesOf(entry),
  }
}

const dependenciesOf = ({ dependencies, optionalDependencies }: LockEntry): string[] =>
  [...new Set(Object.keys({ ...dependencies, ...optionalDependencies }))].sort()

const separator = 'node_modules/'
const nameIn = (path: string) => path.slice(path.lastIndexOf(separator) + separator.length)

const byPath = (one: LockPackage, other: LockPackage) => (one.path < other.path ? -1 : 1)

/** A package with a Node for one processor. */
export const isNodePackage = ({ name }: Pick<LockPackage, 'name'>): boolean =>
  name.startsWith('node-linux-')

/** The package that a name means inside another one, looked for as Node does; `''` is the project. */
export function resolvePackage(
  byPath: ReadonlyMap<string, LockPackage>,
  from: string,
  name: string,
): LockPackage | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const found = byPath.get(folder === '' ? separator + name : `${folder}/${separator}${name}`)
    if (found || folder === '') return found
  }
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf(`/${separator}`)))

import { posix } from 'node:path'
import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { below, type CargoPackage, type CargoToml, readCargoToml } from './cargo-toml.ts'

/** Packages that `cargo build` builds in a folder, and other members of its workspace. */
export interface CargoPackages {
  built: CargoPackage[]
  others: CargoPackage[]
}

const maxPackages = 200

/** By the rules of cargo: the package of the folder, else the default members of its workspace, else all of them. */
export async function packagesOf(source: Source, root: CargoToml): Promise<CargoPackages> {
  const { workspace } = root
  const own = root.package ? [root.package] : []
  if (!workspace) return { built: own, others: [] }
  const excluded = new Set(workspace.exclude.map(plain))
  const folders = await foldersOf(source, workspace.members)
  const members = folders.filter((folder) => folder !== '' && !excluded.has(folder))
  const chosen = workspace.defaultMembers && (await foldersOf(source, workspace.defaultMembers))
  const found: CargoPackages = { built: [], others: [] }
  const isBuilt = (folder: string) => (chosen ? chosen.includes(folder) : !root.package)
  if (root.package) (chosen?.includes('') === false ? found.others : found.built).push(root.package)
  for (const folder of members.slice(0, maxPackages)) {
    const member = (await readCargoToml(source, folder))?.package
    if (member) (isBuilt(folder) ? found.built : found.others).push(member)
  }
  return found
}

/** `./crates/core/` as `crates/core`; empty for the folder itself. */
function plain(path: string): string {
  const normal = withoutTrailingSlashes(posix.normalize(path))
  return normal === '.' ? '' : normal
}

/** Folders of a list of paths, in which `*` and `?` stand for letters of one name. */
async function foldersOf(source: Source, patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const parts = plain(pattern).split('/')
    if (parts.includes('..')) continue
    let folders = ['']
    for (const part of parts.filter((each) => each !== '')) {
      folders = (await Promise.all(folders.map((folder) => enter(source, folder, part)))).flat()
      folders = folders.slice(0, maxPackages)
    }
    for (const folder of folders) found.add(folder)
  }
  return [...found]
}

async function enter(source: Source, folder: string, part: string): Promise<string[]> {
  if (!/[*?]/.test(part)) return [below(folder, part)]
  const names = (await source.list(folder)).filter((name) => name.endsWith('/'))
  return names
    .map((name) => name.slice(0, -1))
    .filter((name) => !name.startsWith('.') && fitsPattern(name, part))
    .map((name) => below(folder, name))
}

/** In time that grows with the product of the lengths at most, whatever the pattern. */
export function fitsPattern(name: string, pattern: string): boolean {
  let [at, position, star, resumed] = [0, 0, -1, 0]
  while (at < name.length) {
    if (pattern[position] === '*') {
      star = position++
      resumed = at
    } else if (pattern[position] === '?' || pattern[position] === name[at]) {
      at++
      position++
    } else if (star >= 0) {
      position = star + 1
      at = ++resumed
    } else return false
  }
  while (pattern[position] === '*') position++
  return position === pattern.length
}

import { cp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** An npm package of this platform. */
export interface InstalledPackage {
  name: string
  version: string
  folder: string
}

/** Packages with all that they depend on, as npm has installed them for this platform; none may be there in two versions. */
export async function packagesWithDependencies(
  names: readonly string[],
  from: string = import.meta.filename,
): Promise<InstalledPackage[]> {
  const found = new Map<string, InstalledPackage>()
  const open = names.map((name) => ({ name, from }))
  for (const wanted of open) {
    const { dependencies, ...own } = await readPackage(wanted.name, wanted.from)
    const same = found.get(own.name)
    if (same && same.version !== own.version) {
      throw new Error(`${own.name} is installed as ${same.version} and as ${own.version}`)
    }
    if (same) continue
    found.set(own.name, own)
    const file = join(own.folder, 'package.json')
    open.push(...dependencies.map((name) => ({ name, from: file })))
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name))
}

async function readPackage(name: string, from: string) {
  for (const modules of createRequire(from).resolve.paths(name) ?? []) {
    const folder = join(modules, name)
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const { version, dependencies = {} } = JSON.parse(text)
    return { name, version: String(version), folder, dependencies: Object.keys(dependencies) }
  }
  throw new Error(`the package ${name} is not installed`)
}

/** Copies packages into the `node_modules` folder of a program. */
export async function copyPackages(
  packages: readonly InstalledPackage[],
  modules: string,
): Promise<void> {
  for (const { name, folder } of packages) {
    await cp(folder, join(modules, name), { recursive: true, dereference: true })
  }
}

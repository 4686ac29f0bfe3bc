import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A package of `package-lock.json`. */
export interface LockedPackage {
  /** Its folder in the checkout, such as `node_modules/pg`. */
  path: string
  /** Name in the registry. */
  name: string
  version: string
  integrity: string
}

interface LockEntry {
  version: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  os?: string | string[]
  cpu?: string | string[]
}

/** Declarations for the type checker. */
const isTypes = /(^|\/)node_modules\/@types\//

/** Packages that the lock file has for production on Linux and this processor, as Node names it. */
export async function productionPackages(checkout: string, cpu: string): Promise<LockedPackage[]> {
  const text = await readFile(join(checkout, 'package-lock.json'), 'utf8')
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(text)
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional)
    .filter(([, { os, cpu: own }]) => isFor(os, 'linux') && isFor(own, cpu))
    .filter(([path]) => !isTypes.test(path))
    .map(([path, { version, integrity = '' }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      integrity,
    }))
}

const isFor = (list: string | string[] | undefined, name: string) =>
  list === undefined || [list].flat().includes(name)

/** The package with the Node that runs a release. */
export const isNode = ({ name }: Pick<LockedPackage, 'name'>) => name.startsWith('node-linux-')

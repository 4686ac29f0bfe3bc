import { type LockPackage, readLock } from '#kit/npm/lock-packages.ts'

/** Declarations for the type checker. */
const isTypes = /(^|\/)node_modules\/@types\//

/** Packages that the lock file has for production on Linux and this processor, as Node names it. */
export async function productionPackages(checkout: string, cpu: string): Promise<LockPackage[]> {
  const { packages } = await readLock(checkout)
  return packages
    .filter(({ isProduction }) => isProduction)
    .filter((one) => isFor(one.os, 'linux') && isFor(one.cpu, cpu))
    .filter(({ path }) => !isTypes.test(path))
}

const isFor = (list: readonly string[] | undefined, name: string) =>
  list === undefined || list.includes(name)

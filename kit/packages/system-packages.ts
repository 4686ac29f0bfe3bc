import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program of the machine, and Debian's package that provides it. */
export interface SystemPackage {
  program: string
  name: string
  /** The service that the package would start and enable, without `.service`. */
  service?: string
}

/** Where the programs of the system are, whatever the caller's PATH says. */
const systemFolders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin']

/** Whether a program of this name is on the path or in a folder of the system. */
export function hasProgram(program: string, path: string): boolean {
  return [...path.split(delimiter).filter(Boolean), ...systemFolders].some((folder) =>
    isExecutable(join(folder, program)),
  )
}

/** Those of the packages whose program is nowhere. */
export const missingPackages = <P extends SystemPackage>(
  packages: readonly P[],
  path: string,
): P[] => packages.filter(({ program }) => !hasProgram(program, path))

/** What an operator types to install them. */
export const installCommand = (packages: readonly Pick<SystemPackage, 'name'>[]): string =>
  `apt-get install --no-install-recommends ${packages.map(({ name }) => name).join(' ')}`

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

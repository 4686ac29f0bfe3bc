import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program of the machine, and the Debian package that provides it. */
export interface SystemPackage {
  program: string
  name: string
  /** Service that the package would start and enable, without `.service`. */
  service?: string
}

/** Folders of system programs, independent of the caller's PATH. */
const systemFolders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin']

/** Whether a program is in the PATH or in a system folder. */
export function hasProgram(program: string, path: string): boolean {
  return [...path.split(delimiter).filter(Boolean), ...systemFolders].some((folder) =>
    isExecutable(join(folder, program)),
  )
}

/** Packages whose program is not found. */
export const missingPackages = <P extends SystemPackage>(
  packages: readonly P[],
  path: string,
): P[] => packages.filter(({ program }) => !hasProgram(program, path))

/** Command for the operator to install them. */
export const installCommand = (packages: readonly Pick<SystemPackage, 'name'>[]): string =>
  `apt-get install --no-install-recommends ${packages.map(({ name }) => name).join(' ')}`

function isExecutable(file: string): boolean {
  // Most folders of a PATH lack it, and an exception for each of them would cost the start of the server.
  if (!existsSync(file)) return false
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

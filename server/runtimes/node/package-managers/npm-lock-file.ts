import { isObject } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { lockText } from './lock-text.ts'

/** One entry of the lock file's `packages`. */
export interface LockedPackage {
  /** Where it goes: `node_modules/a/node_modules/b`; the application itself is `''`. */
  path: string
  fields: Record<string, unknown>
}

/** The lock file that npm follows, if there is one; a shrinkwrap wins. */
export const npmLockFile = ({ lockNames }: Project): string | undefined =>
  ['npm-shrinkwrap.json', 'package-lock.json'].find((name) => lockNames.has(name))

/** The packages of a lock file of version 2 or 3, or `undefined` when it has no such list. */
export async function readLockedPackages(
  project: Project,
  lockFile: string,
): Promise<LockedPackage[] | undefined> {
  const lock = parse(await lockText(project, lockFile))
  if (!isObject(lock) || !isObject(lock.packages)) return undefined
  return Object.entries(lock.packages).map(([path, entry]) => ({
    path,
    fields: isObject(entry) ? entry : {},
  }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

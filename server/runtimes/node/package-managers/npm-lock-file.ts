import { Failure } from '#platform/deployments/failure.ts'
import { Refusal } from '#platform/refusal.ts'
import { isObject } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'

/** One entry of the lock file's `packages`. */
export interface LockedPackage {
  /** Where it goes: `node_modules/a/node_modules/b`; the application itself is `''`. */
  path: string
  fields: Record<string, unknown>
}

/** The lock file that npm follows, if there is one; a shrinkwrap wins. */
export const npmLockFile = ({ names }: Project): string | undefined =>
  ['npm-shrinkwrap.json', 'package-lock.json'].find((name) => names.has(name))

/** The packages of a lock file of version 2 or 3, or `undefined` when it has no such list. */
export async function readLockedPackages(
  { source }: Project,
  lockFile: string,
): Promise<LockedPackage[] | undefined> {
  const lock = parse(await readUnlessTooLarge(source, lockFile))
  if (!isObject(lock) || !isObject(lock.packages)) return undefined
  return Object.entries(lock.packages).map(([path, entry]) => ({
    path,
    fields: isObject(entry) ? entry : {},
  }))
}

async function readUnlessTooLarge(source: Project['source'], path: string): Promise<string> {
  try {
    return (await source.read(path)) ?? ''
  } catch (error) {
    if (error instanceof Failure || error instanceof Refusal) return ''
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

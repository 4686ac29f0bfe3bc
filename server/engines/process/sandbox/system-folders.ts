import { lstat, readlink } from 'node:fs/promises'
import type { SystemFolder } from './sandbox.ts'

/** Debian symlinks these folders into `/usr`; older systems have them beside it. */
export async function findSystemFolders(): Promise<SystemFolder[]> {
  const found = await Promise.all(
    ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].map(async (path) => {
      const entry = await lstat(path).catch(() => undefined)
      if (!entry) return []
      return entry.isSymbolicLink() ? [{ path, linksTo: await readlink(path) }] : [{ path }]
    }),
  )
  return found.flat()
}

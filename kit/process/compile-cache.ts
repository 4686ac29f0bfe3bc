import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'

/** Folder in which this process keeps compiled code (`NODE_COMPILE_CACHE`), for the processes that it starts. */
export function ownCompileCache(): string | undefined {
  const folder = getCompileCacheDir()
  // Node adds a subfolder for each of its versions.
  return folder && dirname(folder)
}

/**
 * Environment of a process of ours: it keeps compiled code where this process keeps its own, else in the folder. It then starts in a
 * third of the CPU time, without the compiler that strips types.
 */
export const compileCacheOf = (folder: string): { NODE_COMPILE_CACHE: string } => ({
  NODE_COMPILE_CACHE: ownCompileCache() ?? join(folder, 'compiled'),
})

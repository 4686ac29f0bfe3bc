import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** The folder that this process was given by `NODE_COMPILE_CACHE`, for those that it starts; Node itself names a folder in it. */
export function ownCompileCache(): string | undefined {
  const folder = getCompileCacheDir()
  return folder && dirname(folder)
}

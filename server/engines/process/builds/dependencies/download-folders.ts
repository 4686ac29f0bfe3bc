import { join } from 'node:path'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'

/** Where Yarn 1 puts the archives that it has fetched, below the cache; it checks them whenever it takes one. */
export const yarnArchives = 'yarn-archives'
/** Where later Yarns keep what they share between projects. */
export const yarnGlobal = 'yarn-global'

/** The variables that tell package managers to keep what they fetch below the cache, and not in a home that goes away. */
export function downloadFolders(cache: string, tools: readonly Tool[]): Record<string, string> {
  const folders: Record<string, string> = { npm_config_cache: join(cache, 'npm') }
  for (const { name, version } of tools) {
    const line = Number.parseInt(version, 10)
    if (name === 'bun') folders.BUN_INSTALL_CACHE_DIR = join(cache, 'bun')
    if (name === 'pnpm') {
      // Later releases do not listen to the names of npm.
      folders[`${line < 11 ? 'npm' : 'pnpm'}_config_store_dir`] = join(cache, 'pnpm')
    }
    if (name === 'yarn' && line > 1) folders.YARN_GLOBAL_FOLDER = join(cache, yarnGlobal)
  }
  return folders
}

/** Whether the folder of Yarn 1 is needed: it does not make it itself. */
export const usesYarnArchives = (tools: readonly Tool[]): boolean =>
  tools.some(({ name, version }) => name === 'yarn' && version.startsWith('1.'))

/** What Yarn 1 is told besides for a shared tree; an application may have a folder of its own for this. */
export const archiveFolder = (cache: string, tools: readonly Tool[]): Record<string, string> =>
  usesYarnArchives(tools) ? { YARN_YARN_OFFLINE_MIRROR: join(cache, yarnArchives) } : {}

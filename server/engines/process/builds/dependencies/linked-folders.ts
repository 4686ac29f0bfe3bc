import { join } from 'node:path'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'

/** In the folder of an installation. */
export const linkedFolder = '.fetched'

/**
 * The variables that tell Bun and pnpm to unpack beside the tree that they make, where nothing of it is kept. They give
 * a tree links to what they have unpacked, which no system allows from one mount to another: each file would be copied.
 */
export function linkedFolders(app: string, tools: readonly Tool[]): Record<string, string> {
  const folders: Record<string, string> = {}
  for (const { name, version } of tools) {
    if (name === 'bun') folders.BUN_INSTALL_CACHE_DIR = join(app, linkedFolder, name)
    if (name === 'pnpm') {
      // Later releases do not listen to the names of npm.
      const listening = Number.parseInt(version, 10) < 11 ? 'npm' : 'pnpm'
      folders[`${listening}_config_store_dir`] = join(app, linkedFolder, name)
    }
  }
  return folders
}

import { join } from 'node:path'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

/** Name inside the folder of an installation. */
export const linkedFolder = '.fetched'

/**
 * Variables that make Bun and pnpm unpack beside the tree, in a folder that is not kept. They hard-link unpacked files
 * into the tree, which is impossible across mounts, where each file would be copied.
 */
export function linkedFolders(app: string, tools: readonly Tool[]): Record<string, string> {
  const folders: Record<string, string> = {}
  for (const { name, version } of tools) {
    if (name === 'bun') folders.BUN_INSTALL_CACHE_DIR = join(app, linkedFolder, name)
    if (name === 'pnpm') {
      // pnpm 11 and later ignores `npm_config_*` variables.
      const listening = Number.parseInt(version, 10) < 11 ? 'npm' : 'pnpm'
      folders[`${listening}_config_store_dir`] = join(app, linkedFolder, name)
    }
  }
  return folders
}

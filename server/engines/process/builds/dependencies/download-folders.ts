import { join } from 'node:path'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

/** Offline mirror of Yarn 1 below the cache; Yarn verifies each archive on use. */
export const yarnArchives = 'yarn-archives'
/** Global folder of Yarn 2 and later. */
export const yarnGlobal = 'yarn-global'

/** Variables that make package managers keep downloads below the cache instead of in a temporary home. */
export function downloadFolders(cache: string, tools: readonly Tool[]): Record<string, string> {
  const folders: Record<string, string> = { npm_config_cache: join(cache, 'npm') }
  for (const { name, version } of tools) {
    const line = Number.parseInt(version, 10)
    if (name === 'bun') folders.BUN_INSTALL_CACHE_DIR = join(cache, 'bun')
    if (name === 'go') {
      folders.GOMODCACHE = join(cache, 'go-modules')
      folders.GOCACHE = join(cache, 'go-build')
    }
    if (name === 'pnpm') {
      // pnpm 11 and later ignores `npm_config_*` variables.
      folders[`${line < 11 ? 'npm' : 'pnpm'}_config_store_dir`] = join(cache, 'pnpm')
    }
    if (name === 'java-build') folders.JAVA_BUILD_CACHE = cache
    if (name === 'php') folders.COMPOSER_CACHE_DIR = join(cache, 'composer')
    if (name === 'play1') folders.PLAY1_CACHE = join(cache, 'play1')
    if (name === 'rust') {
      folders.CARGO_HOME = join(cache, 'cargo')
      folders.RUST_BUILD_CACHE = join(cache, 'cargo-target')
    }
    if (name === 'sbt') folders.SBT_CACHE = join(cache, 'sbt')
    if (name === 'yarn' && line > 1) folders.YARN_GLOBAL_FOLDER = join(cache, yarnGlobal)
  }
  return folders
}

/** Whether the folder for Yarn 1 is needed: Yarn does not create it. */
export const usesYarnArchives = (tools: readonly Tool[]): boolean =>
  tools.some(({ name, version }) => name === 'yarn' && version.startsWith('1.'))

/** Extra variable for Yarn 1 when it installs a shared tree; otherwise an application may set its own mirror folder. */
export const archiveFolder = (cache: string, tools: readonly Tool[]): Record<string, string> =>
  usesYarnArchives(tools) ? { YARN_YARN_OFFLINE_MIRROR: join(cache, yarnArchives) } : {}

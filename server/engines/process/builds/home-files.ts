import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { giveEmptyTo, realParent } from '#engines/process/own-files.ts'
import type { Parts } from '#engines/process/parts.ts'
import { fillCopiedFile } from '#platform/deployments/copied-file.ts'
import type { BuildOrder } from '#platform/deployments/engine.ts'
import { type FilledFile, fillHomeFile, speaksOf } from '#platform/deployments/home-file.ts'

const registryVariable = 'npm_config_registry'

/** The home files of a build, filled with its variables and the address of the machine's registry. */
export async function fillHome({ registry }: Parts, order: BuildOrder): Promise<FilledFile[]> {
  const files = order.recipe.home ?? []
  const variables = { ...order.recipe.environment, ...order.environment }
  if (registry && files.some((file) => speaksOf(file, registryVariable))) {
    variables[registryVariable] ??= await registry()
  }
  const copies = (order.recipe.copies ?? []).map((copy) => fillCopiedFile(copy, order.source))
  return [...files.map((file) => fillHomeFile(file, variables)), ...(await Promise.all(copies))]
}

/** Writes the files into a home folder in which no command has run yet; nobody but the user may read them. */
export async function writeHomeFiles(
  home: string,
  user: number | undefined,
  files: readonly FilledFile[],
): Promise<void> {
  for (const { path, content } of files) {
    await makeFolders(home, user, dirname(path))
    const place = join(home, path)
    await writeFile(place, content, { mode: 0o600, flag: 'wx' })
    if (user !== undefined) await chown(place, user, user)
  }
}

/** Removes them at once: folders that are thrown away lie a while. Commands may have put links in their places. */
export async function removeHomeFiles(home: string, files: readonly FilledFile[]): Promise<void> {
  for (const { path } of files) {
    const parent = await realParent(home, path)
    if (parent) await rm(join(parent, basename(path)), { force: true }).catch(() => {})
  }
}

async function makeFolders(home: string, user: number | undefined, path: string): Promise<void> {
  let folder = home
  for (const name of path.split('/').filter((part) => part !== '.')) {
    folder = join(folder, name)
    const made = await mkdir(folder, { mode: 0o700, recursive: true })
    if (made !== undefined) await giveEmptyTo(user, folder)
  }
}

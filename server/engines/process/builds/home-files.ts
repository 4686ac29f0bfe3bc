import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Parts } from '#engines/process/parts.ts'
import { removeFileIn } from '#kit/tenant-files/entries.ts'
import type { BuildOrder } from '#platform/deployments/engine.ts'
import { fillCopiedFile } from '#platform/deployments/recipe/copied-file.ts'
import { type FilledFile, fillHomeFile, speaksOf } from '#platform/deployments/recipe/home-file.ts'

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

/** Writes the files into a home folder that still belongs to us; nobody but its owner may read them later. */
export async function writeHomeFiles(home: string, files: readonly FilledFile[]): Promise<void> {
  for (const { path, content } of files) {
    const place = join(home, path)
    await mkdir(dirname(place), { mode: 0o700, recursive: true })
    await writeFile(place, content, { mode: 0o600, flag: 'wx' })
  }
}

/** Removes them at once: folders that are thrown away lie a while. Commands may have put links in their places. */
export async function removeHomeFiles(home: string, files: readonly FilledFile[]): Promise<void> {
  for (const { path } of files) await removeFileIn(home, path).catch(() => {})
}

const settings = '.ssh/config'

/**
 * Makes Git use the settings for SSH in the home of a build: SSH itself looks for them in the home that the machine's
 * list of users names, which without a sandbox is another one.
 */
export function sshVariables(home: readonly Pick<FilledFile, 'path'>[]): Record<string, string> {
  if (!home.some(({ path }) => path === settings)) return {}
  return { GIT_SSH_COMMAND: `ssh -F "$HOME/${settings}" -o BatchMode=yes` }
}

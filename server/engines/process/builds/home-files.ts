import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Parts } from '#engines/process/parts.ts'
import { removeFileIn } from '#kit/tenant-files/entries.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import {
  type FilledFile,
  fillHomeFile,
  speaksOf,
} from '#platform/model/hosting/recipe/home-file.ts'
import { fillCopiedFile } from './copied-file.ts'

const registryVariable = 'npm_config_registry'

/** Home files of a build, with its variables and the address of the machine's registry filled in. */
export async function fillHome(
  { registry }: Pick<Parts, 'registry'>,
  order: BuildOrder,
): Promise<FilledFile[]> {
  const files = order.recipe.home ?? []
  const variables = { ...order.recipe.environment, ...order.environment }
  if (registry && files.some((file) => speaksOf(file, registryVariable))) {
    variables[registryVariable] ??= await registry()
  }
  const copies = (order.recipe.copies ?? []).map((copy) => fillCopiedFile(copy, order.source))
  return [...files.map((file) => fillHomeFile(file, variables)), ...(await Promise.all(copies))]
}

/** Writes the files into a home folder that the server still owns; later only its owner can read them. */
export async function writeHomeFiles(home: string, files: readonly FilledFile[]): Promise<void> {
  for (const { path, content } of files) {
    const place = join(home, path)
    await mkdir(dirname(place), { mode: 0o700, recursive: true })
    await writeFile(place, content, { mode: 0o600, flag: 'wx' })
  }
}

/**
 * Removes the files at once, because trashed folders are deleted later. Commands may have replaced them by symbolic
 * links.
 */
export async function removeHomeFiles(home: string, files: readonly FilledFile[]): Promise<void> {
  for (const { path } of files) await removeFileIn(home, path).catch(() => {})
}

const settings = '.ssh/config'

/**
 * Makes Git use the SSH settings in the home of a build: SSH itself takes the home folder from `passwd`, which without
 * a sandbox is a different one.
 */
export function sshVariables(home: readonly Pick<FilledFile, 'path'>[]): Record<string, string> {
  if (!home.some(({ path }) => path === settings)) return {}
  return { GIT_SSH_COMMAND: `ssh -F "$HOME/${settings}" -o BatchMode=yes` }
}

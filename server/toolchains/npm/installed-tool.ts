import { access, constants, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'
import { keptHashes } from './hashes.ts'

export const hasProgram = (folder: string, { name }: Tool): Promise<boolean> =>
  access(join(folder, 'bin', name), constants.X_OK).then(
    () => true,
    () => false,
  )

/** Whether the tool can be had from its place: with its program, and with its hashes when it is pinned. */
export async function isInPlace(place: string, tool: Tool): Promise<boolean> {
  if (!(await hasProgram(place, tool))) return false
  return tool.hash === undefined || (await keptHashes(place)) !== undefined
}

export interface Move {
  tool: Tool
  place: string
  /** A name for what is in the way. */
  aside: string
}

/** Moves a finished tree to its place and makes it read-only. */
export async function putInPlace(tree: string, { tool, place, aside }: Move): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  // The remains of a removal that was cut short, or a tool from before hashes were kept.
  if (!(await isInPlace(place, tool))) await moveAway(place, aside)
  // Another server on the same folder may have been quicker: then its tree is as good as ours.
  await rename(tree, place).catch(unless('ENOTEMPTY', 'EEXIST'))
  await runOrThrow(['chmod', '--recursive', 'a-w', '--', place])
}

async function moveAway(place: string, aside: string): Promise<void> {
  const there = await access(place).then(
    () => true,
    () => false,
  )
  if (!there) return
  // What is read-only can neither be moved nor removed by a server that is not root.
  await runOrThrow(['chmod', '--recursive', 'u+w', '--', place])
  await rename(place, aside).catch(unless('ENOENT'))
}

const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }

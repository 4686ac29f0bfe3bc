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

/** Whether the tool is usable: its program exists, and its hashes when it is pinned. */
export async function isInPlace(place: string, tool: Tool): Promise<boolean> {
  if (!(await hasProgram(place, tool))) return false
  return tool.hash === undefined || (await keptHashes(place)) !== undefined
}

export interface Move {
  tool: Tool
  place: string
  /** Name to move an obstacle to. */
  aside: string
}

/** Moves a complete tree to its destination and makes it read-only. */
export async function putInPlace(tree: string, { tool, place, aside }: Move): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  // Leftovers of an interrupted removal, or a tool from before hashes were stored.
  if (!(await isInPlace(place, tool))) await moveAway(place, aside)
  // Another server on the same folder may have been faster: its tree is equivalent.
  await rename(tree, place).catch(unless('ENOTEMPTY', 'EEXIST'))
  await runOrThrow(['chmod', '--recursive', 'a-w', '--', place])
}

async function moveAway(place: string, aside: string): Promise<void> {
  const there = await access(place).then(
    () => true,
    () => false,
  )
  if (!there) return
  // A server without root can neither move nor remove read-only files.
  await runOrThrow(['chmod', '--recursive', 'u+w', '--', place])
  await rename(place, aside).catch(unless('ENOENT'))
}

const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }

import { open } from 'node:fs/promises'
import { inTree, readFlags } from '#kit/tenant-files/descriptors.ts'
import { listFolderIn } from '#kit/tenant-files/entries.ts'

const programs = '.bin'
const maxPrograms = 1000
const headLength = 4096

/**
 * Whether programs of a tree contain the folder in which it was installed: pnpm writes such scripts, and they work in
 * one application only. The server must own the tree already. Symbolic links are not followed: they could lead to any
 * file of the machine, or to one whose read blocks forever.
 */
export async function namesItsPlace(tree: string, place: string): Promise<boolean> {
  for (const name of await listFolderIn(tree, programs, maxPrograms)) {
    const head = await inTree(tree, `${programs}/${name}`, headOf)
    if (head?.includes(place)) return true
  }
  return false
}

/** Beginning of a file; empty for anything but a regular file. */
async function headOf(path: string): Promise<string> {
  const opened = await open(path, readFlags).catch(() => undefined)
  if (!opened) return ''
  await using file = opened
  if (!(await file.stat()).isFile()) return ''
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

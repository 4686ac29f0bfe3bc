import { open } from 'node:fs/promises'
import { inTree, readFlags } from '#kit/tenant-files/descriptors.ts'
import { listFolderIn } from '#kit/tenant-files/entries.ts'

const programs = '.bin'
const maxPrograms = 1000
const headLength = 4096

/**
 * Whether programs of a tree name the folder in which it was installed: pnpm writes scripts that look for packages there,
 * so that such a tree is right for one application alone. The tree must be ours by now. No link is followed: it would lead us
 * to any folder of the machine, where to read a file may take for ever.
 */
export async function namesItsPlace(tree: string, place: string): Promise<boolean> {
  for (const name of await listFolderIn(tree, programs, maxPrograms)) {
    const head = await inTree(tree, `${programs}/${name}`, headOf)
    if (head?.includes(place)) return true
  }
  return false
}

/** The beginning of a file; nothing of what is no file. */
async function headOf(path: string): Promise<string> {
  const opened = await open(path, readFlags).catch(() => undefined)
  if (!opened) return ''
  await using file = opened
  if (!(await file.stat()).isFile()) return ''
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

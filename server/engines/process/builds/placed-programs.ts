import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const maxPrograms = 1000
const headLength = 4096

/**
 * Whether programs of a tree name the folder in which it was installed: pnpm writes scripts that look for packages there,
 * so that such a tree is right for one application alone. The tree must be ours by now.
 */
export async function namesItsPlace(tree: string, place: string): Promise<boolean> {
  const folder = join(tree, '.bin')
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries.slice(0, maxPrograms)) {
    if (entry.isFile() && (await headOf(join(folder, entry.name))).includes(place)) return true
  }
  return false
}

async function headOf(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

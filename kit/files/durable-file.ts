import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file atomically and durably: after a power failure it has the old or the new content. */
export async function writeDurably(path: string, content: string | Buffer, mode = 0o600) {
  const fresh = `${path}.${process.pid}.new`
  const file = await open(fresh, 'w', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, path)
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

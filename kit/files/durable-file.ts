import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Replaces a file atomically and durably: after a power failure it has the old or the new content. */
export async function writeDurably(path: string, content: string | Buffer, mode = 0o600) {
  const fresh = `${path}.${process.pid}.new`
  try {
    await writeSynced(fresh, content, { flags: 'w', mode })
    await rename(fresh, path)
  } catch (error) {
    // On a full disk half a file would take room that others need.
    await rm(fresh, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Begins the names of files that `streamDurably` is writing; a crash leaves them. */
export const unfinishedPrefix = '.new-'

/**
 * Like `writeDurably` for content that comes in pieces; creates missing folders. Several writers of a file do not disturb
 * each other: the last one wins.
 */
export async function streamDurably(
  path: string,
  content: AsyncIterable<Uint8Array>,
  mode = 0o600,
): Promise<void> {
  const folder = dirname(path)
  await makeFolderDurably(folder)
  const fresh = join(folder, `${unfinishedPrefix}${randomUUID()}-${basename(path).slice(0, 150)}`)
  try {
    await writeSynced(fresh, content, { flags: 'wx', mode })
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Returns once the content is on disk; the name of the file is not yet. */
async function writeSynced(
  path: string,
  content: string | Buffer | AsyncIterable<Uint8Array>,
  { flags, mode }: { flags: string; mode: number },
): Promise<void> {
  const file = await open(path, flags, mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The name of a new folder is in the folder above, which has to be on disk as well. */
async function makeFolderDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let each = folder; each.length >= first.length; each = dirname(each)) {
    await syncFolder(dirname(each))
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

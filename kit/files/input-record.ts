import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Digests of the files that something was made from, by path from a root folder. */
export type InputRecord = Readonly<Record<string, string>>

/** Digests of these files as they are now; a missing one has an empty digest. */
export async function recordInputs(root: string, paths: readonly string[]): Promise<InputRecord> {
  const digests: Record<string, string> = {}
  // One after another, because hundreds of files at once may be more than a process may open.
  for (const path of paths) digests[path] = await digestOf(join(root, path))
  return digests
}

/** Whether all recorded files are still the same. */
async function hasSameInputs(root: string, record: InputRecord): Promise<boolean> {
  for (const [path, digest] of Object.entries(record))
    if (digest === '' || (await digestOf(join(root, path))) !== digest) return false
  return true
}

async function digestOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => undefined)
  return bytes ? createHash('sha256').update(bytes).digest('base64url') : ''
}

/** Whether the record in this file is there, and all files that it names are still the same. */
export async function isUpToDate(root: string, recordFile: string): Promise<boolean> {
  try {
    const record: InputRecord = JSON.parse(await readFile(recordFile, 'utf8'))
    return Object.keys(record).length > 0 && (await hasSameInputs(root, record))
  } catch {
    return false
  }
}

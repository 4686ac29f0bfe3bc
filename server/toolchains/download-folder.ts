import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than any download: older folders were left by a crash. */
const abandonedAfter = 3_600_000

/** A temporary folder inside `folder`, removed on disposal. */
export async function openIncoming(folder: string): Promise<{ path: string } & AsyncDisposable> {
  const incoming = join(folder, '.incoming')
  await mkdir(incoming, { recursive: true })
  await removeAbandoned(incoming)
  const path = await mkdtemp(join(incoming, 'tool-'))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

/** Removes what a crash has left in a folder, of names that are only used during a download. */
export async function removeAbandoned(
  folder: string,
  isTemporary: (name: string) => boolean = () => true,
): Promise<void> {
  for (const name of (await readdir(folder)).filter(isTemporary)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfter) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

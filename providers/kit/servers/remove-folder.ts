import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#providers/kit/process/run-program.ts'
import { home } from '#providers/kit/process/sandbox.ts'

const timeout = 600_000

/**
 * Removes the folder of a server that has ended. Trees that belong to the server's user are emptied by that user in a
 * sandbox, since whoever could write there may have left links; only what is ours is removed by us.
 */
export async function removeServerFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names) await removeOwnedTree(join(folder, name))
  await rm(folder, { recursive: true, force: true })
}

/** Removes a tree whose parent is ours; twice is no error. */
export async function removeOwnedTree(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isDirectory() || found.uid === process.getuid?.())
    return rm(path, { recursive: true, force: true })
  const options = { folder: path, user: { uid: found.uid, gid: found.gid }, timeout }
  // A folder without rights for its owner would stop the walk.
  await runProgram(['chmod', '--recursive', 'u+rwx', home], options).catch(() => {})
  await runProgram(['find', home, '-mindepth', '1', '-delete'], options)
  await rmdir(path)
}

import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Confinement, sandboxPathsOf } from './confinement.ts'

/** Path of the `passwd` file that an unsandboxed command sees. */
export const usersFile = (folder: string) => join(folder, 'passwd')

/**
 * The machine's `passwd` with the application's user added: programs such as SSH refuse to run as an unlisted user. A
 * sandbox has a `passwd` of its own.
 */
export async function writeUsersFile(confinement: Confinement): Promise<void> {
  const { folder, user, isSandboxed } = confinement
  if (user === undefined || isSandboxed) return
  const machine = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const { home } = sandboxPathsOf(confinement)
  const text = `app:x:${user}:${user}::${home}:/bin/sh\n${machine}`
  // Replaced atomically, because another command of the same folder may read it.
  const fresh = `${usersFile(folder)}-${randomUUID()}`
  await writeFile(fresh, text, { mode: 0o644 })
  await rename(fresh, usersFile(folder))
}

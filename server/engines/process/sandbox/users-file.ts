import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Confinement, sandboxPathsOf } from './confinement.ts'

/** Where the list of users lies that a command without a sandbox sees. */
export const usersFile = (folder: string) => join(folder, 'passwd')

/**
 * The machine's list with the user of the application added: programs such as SSH refuse to run as somebody who is in no
 * list. A sandbox has a list of its own.
 */
export async function writeUsersFile(confinement: Confinement): Promise<void> {
  const { folder, user, isSandboxed } = confinement
  if (user === undefined || isSandboxed) return
  const machine = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const { home } = sandboxPathsOf(confinement)
  const text = `app:x:${user}:${user}::${home}:/bin/sh\n${machine}`
  // Another command of the same folder may see it meanwhile, and must not see half of it.
  const fresh = `${usersFile(folder)}-${randomUUID()}`
  await writeFile(fresh, text, { mode: 0o644 })
  await rename(fresh, usersFile(folder))
}

import { readFile } from 'node:fs/promises'

export interface SystemUser {
  uid: number
  gid: number
}

/** User that a system package has created for its server, or `undefined`: then servers run as our own user. */
export async function systemUser(name: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
  if (!uid || !gid) throw new Error(`there is no user ${name} on this machine`)
  return { uid: Number(uid), gid: Number(gid) }
}

/** For programs that need no files: `nobody`, or our own user. */
export const unprivilegedUser = (): SystemUser | undefined =>
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

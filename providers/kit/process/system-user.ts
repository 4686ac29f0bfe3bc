import { readFile } from 'node:fs/promises'

export interface SystemUser {
  uid: number
  gid: number
}

/** The user that a package of the system has made for its server, or nothing: then servers run as whoever runs us. */
export async function systemUser(name: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
  if (!uid || !gid) throw new Error(`there is no user ${name} on this machine`)
  return { uid: Number(uid), gid: Number(gid) }
}

/** For programs that need no file of anybody: `nobody`, or whoever runs us. */
export const unprivilegedUser = (): SystemUser | undefined =>
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

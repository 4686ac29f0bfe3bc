import { readFileSync } from 'node:fs'
import { hasProgram } from '#kit/packages/system-packages.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'

/** Where packages install it; the folder is not in the path of every user. */
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** User that Debian's package creates. */
const user = 'haproxy'

/** Environment of HAProxy, in which it is found. */
export const haproxyEnvironment = () => ({ ...plainEnvironment(), PATH: path })

/** Whether HAProxy is installed. */
export const hasHaproxy = (): boolean => hasProgram('haproxy', path)

/** Numbers of a user of the system and of its group. */
export interface WorkerUser {
  uid: number
  gid: number
}

/** User of HAProxy's workers, which read what visitors send; `undefined` unless this process may choose one. */
export function workerUser(): WorkerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
  for (const name of [user, 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(`there is no user ${user}, as which HAProxy would run`)
}

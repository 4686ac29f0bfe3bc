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

/** User of HAProxy's workers, which read what visitors send; `undefined` unless this process may choose one. */
export function workerUser(): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const isKnown = new RegExp(`^${user}:`, 'm').test(readFileSync('/etc/passwd', 'utf8'))
  return isKnown ? user : 'nobody'
}

import { readFileSync } from 'node:fs'

/** Open file limit of this process. Node raises the soft limit to the hard one when it starts. */
export function maxOpenFiles(): number {
  const limits = readOrEmpty('/proc/self/limits')
  const [, soft] = /^Max open files +(\S+)/m.exec(limits) ?? []
  return soft === undefined || soft === 'unlimited' ? Infinity : Number(soft)
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

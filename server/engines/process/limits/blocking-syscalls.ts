import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Calls in which a thread can sleep for ever and that hold a file meanwhile: another thread may have closed the descriptor since.
 * `sendfile`, `splice`, `tee`, `flock`, `fcntl` (a lock that is waited for).
 */
const holdingCalls: Partial<Record<NodeJS.Architecture, readonly number[]>> = {
  x64: [40, 275, 276, 73, 72],
  arm64: [71, 76, 77, 32, 25],
}
const calls = new Set(holdingCalls[process.arch]?.map(String))

/** Whether a thread sleeps in such a call; one that runs is not told apart. */
export const isHolding = (thread: string): boolean =>
  calls.has(textOf(`${thread}/syscall`).split(' ', 1)[0] ?? '')

/**
 * A thread that is at work in the kernel, with its user time so far: whoever has the same twice has not left the kernel in between, and
 * may hold a file all the time in a call that is made to last. `undefined` when it sleeps or has ended.
 */
export function workInKernel(thread: string): string | undefined {
  const text = textOf(`${thread}/stat`)
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const isAtWork = /^[RD]$/.test(state) && textOf(`${thread}/syscall`).trim() === 'running'
  return isAtWork ? `${thread} ${fields[10]}` : undefined
}

/** The Unix sockets in the network of a process, by inode; none when that is our own network, where others have theirs. */
export function unixSocketsAround(proc: string, pid: number): Set<string> {
  const isOurs = linkOf(`${proc}/${pid}/ns/net`) === linkOf('/proc/self/ns/net')
  const lines = isOurs ? [] : textOf(`${proc}/${pid}/net/unix`).split('\n').slice(1)
  const inodes = lines.flatMap((line) => line.trim().split(/\s+/)[6] ?? [])
  // Connections that were not accepted yet have no inode; they count with the socket that listens.
  return new Set(inodes.filter((inode) => inode !== '0'))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

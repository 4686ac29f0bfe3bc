import { readFileSync, readlinkSync } from 'node:fs'

/**
 * System calls in which a thread can block forever while holding a file whose descriptor another thread has closed:
 * `sendfile`, `splice`, `tee`, `flock`, `fcntl` (waiting for a lock).
 */
const holdingCalls: Partial<Record<NodeJS.Architecture, readonly number[]>> = {
  x64: [40, 275, 276, 73, 72],
  arm64: [71, 76, 77, 32, 25],
}
const calls = new Set(holdingCalls[process.arch]?.map(String))

/** Whether a thread is blocked in such a call; a running thread cannot be told. */
export const isHolding = (thread: string): boolean =>
  calls.has(textOf(`${thread}/syscall`).split(' ', 1)[0] ?? '')

/**
 * A thread that runs in the kernel, with its user time so far: if it is the same twice, the thread has not left the
 * kernel in between and may hold a file in an endless call. `undefined` when it sleeps or has exited.
 */
export function workInKernel(thread: string): string | undefined {
  const text = textOf(`${thread}/stat`)
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const isAtWork = /^[RD]$/.test(state) && textOf(`${thread}/syscall`).trim() === 'running'
  return isAtWork ? `${thread} ${fields[10]}` : undefined
}

/** Unix sockets in the network namespace of a process, by inode; none when that is the server's own namespace. */
export function unixSocketsAround(proc: string, pid: number): Set<string> {
  const isOurs = linkOf(`${proc}/${pid}/ns/net`) === linkOf('/proc/self/ns/net')
  const lines = isOurs ? [] : textOf(`${proc}/${pid}/net/unix`).split('\n').slice(1)
  const inodes = lines.flatMap((line) => line.trim().split(/\s+/)[6] ?? [])
  // Connections not yet accepted have no inode; they count with the listening socket.
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

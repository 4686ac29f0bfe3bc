import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'

/** FIFO in the folder of a server, which its processes keep open for writing. */
export const exitPipe = (folder: string) => join(folder, 'exit-pipe')

const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/**
 * Calls `onExit` once all processes of a server have exited: the kernel then reports the end of file to readers of its
 * FIFO, also to one that did not start the server. Returns a function that stops waiting; `undefined` for a server
 * without a FIFO, which an earlier version has started.
 */
export function awaitExit(folder: string, onExit: () => void): (() => void) | undefined {
  const descriptor = openPipe(exitPipe(folder))
  if (descriptor === undefined) return undefined
  let isStopped = false
  if (isAtEnd(descriptor)) {
    closeSync(descriptor)
    setImmediate(() => isStopped || onExit())
    return () => {
      isStopped = true
    }
  }
  const reader = new Socket({ fd: descriptor, readable: true, writable: false })
  reader.on('close', () => {
    if (!isStopped) onExit()
  })
  reader.on('error', () => {})
  reader.resume().unref()
  return () => {
    isStopped = true
    reader.destroy()
  }
}

function openPipe(path: string): number | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, flags)
  } catch {
    return undefined
  }
  if (fstatSync(descriptor).isFIFO()) return descriptor
  closeSync(descriptor)
  return undefined
}

/** The kernel signals the end of file only to readers that were there before the last writer had closed. */
function isAtEnd(descriptor: number): boolean {
  try {
    return readSync(descriptor, Buffer.alloc(1)) === 0
  } catch {
    return false
  }
}

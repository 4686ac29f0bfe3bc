import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { notedProcess, noteProcess } from '#kit/process/process-note.ts'
import { TimeoutError, until } from './timeout.ts'

/** Another process holds the lock. */
export class FolderLockedError extends Error {
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}`)
    this.pid = pid
  }
}

export interface Hold {
  release(): Promise<void>
}

/** How long to wait for a holder that may be about to end. */
export interface LockWait {
  timeout: number
  /** Called once, with the process that holds the lock if it is known. */
  onWait(holder: number | undefined): void
}

const retryEvery = 200

/**
 * Exclusive lock on a folder, released when the process exits, even by a crash. It is a file lock on a file that only
 * the folder's owner can open, taken through SQLite because Node has no API for it.
 */
export async function lockFolder(folder: string, wait?: LockWait): Promise<Hold> {
  const lock = tryLock(folder) ?? (wait && (await waitForLock(folder, wait)))
  if (!lock) throw new FolderLockedError(folder, notedProcess(notePath(folder)) ?? 0)
  try {
    noteProcess(notePath(folder), process.pid)
  } catch (error) {
    lock.close()
    throw error
  }
  return { release: async () => lock.close() }
}

/** PID of the process that holds the lock, if any. */
export async function lockHolderOf(folder: string): Promise<number | undefined> {
  const lock = tryLock(folder)
  lock?.close()
  return lock ? undefined : notedProcess(notePath(folder))
}

async function waitForLock(
  folder: string,
  { timeout, onWait }: LockWait,
): Promise<DatabaseSync | undefined> {
  if (timeout === 0) return undefined
  onWait(notedProcess(notePath(folder)))
  const taken = until(() => tryLock(folder), { timeout, every: retryEvery, what: 'the lock' })
  return taken.catch((error: unknown) => {
    if (error instanceof TimeoutError) return undefined
    throw error
  })
}

function tryLock(folder: string): DatabaseSync | undefined {
  const path = join(folder, 'server.lock')
  createFile(path)
  const lock = new DatabaseSync(path)
  try {
    // A journal on disk would need room there.
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    const busy = 5
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw error
  }
}

/** Never opens one that is there: closing it would release a lock that this process has on it, as the kernel counts locks by process. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const notePath = (folder: string) => join(folder, 'server.pid')

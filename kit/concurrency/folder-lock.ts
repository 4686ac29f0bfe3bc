import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { identifyProcess, isSameProcess } from '#kit/process/process-identity.ts'
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
  if (!lock) throw new FolderLockedError(folder, notedHolder(folder) ?? 0)
  writeFileSync(notePath(folder), JSON.stringify(identifyProcess(process.pid)), { mode: 0o600 })
  return { release: async () => lock.close() }
}

/** PID of the process that holds the lock, if any. */
export async function lockHolderOf(folder: string): Promise<number | undefined> {
  const lock = tryLock(folder)
  lock?.close()
  return lock ? undefined : notedHolder(folder)
}

async function waitForLock(
  folder: string,
  { timeout, onWait }: LockWait,
): Promise<DatabaseSync | undefined> {
  if (timeout === 0) return undefined
  onWait(notedHolder(folder))
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
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
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

function notedHolder(folder: string): number | undefined {
  try {
    const identity = JSON.parse(readFileSync(notePath(folder), 'utf8'))
    return isSameProcess(identity) ? identity.pid : undefined
  } catch {
    return undefined
  }
}

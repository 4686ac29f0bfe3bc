import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { notedProcess, noteProcess } from '#kit/process/process-note.ts'

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

/**
 * Exclusive lock on a folder, released when the process exits, even by a crash. It is a file lock on a file that only
 * the folder's owner can open, taken through SQLite because Node has no API for it.
 */
export async function lockFolder(folder: string): Promise<Hold> {
  const lock = tryLock(folder)
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

function tryLock(folder: string): DatabaseSync | undefined {
  const path = join(folder, 'server.lock')
  closeSync(openSync(path, 'a', 0o600))
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

const notePath = (folder: string) => join(folder, 'server.pid')

import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hasRoomFor, isDiskFull } from '#kit/files/disk-full.ts'

/** A connection to a database file with a write-ahead log. */
export interface WalFile {
  database: DatabaseSync
  /** Whether no other connection can be opened meanwhile. */
  isExclusive: boolean
}

/** `SQLITE_CANTOPEN` */
const cannotOpen = 14

/**
 * Opens a database with a write-ahead log. Its index is a file in shared memory (`-shm`), for which a full disk has no
 * room; then the connection is exclusive, which has the index on its heap, so that everything can be read. `pragmas` come
 * before the journal mode.
 */
export function openWalFile(path: string, pragmas = ''): WalFile {
  // SQLite creates its other files with the mode of this one.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600))
  try {
    return { database: connect(path, pragmas), isExclusive: false }
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const database = connect(path, `pragma locking_mode = EXCLUSIVE; ${pragmas}`)
    return { database, isExclusive: true }
  }
}

function connect(path: string, pragmas: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    database.exec(`${pragmas}; pragma journal_mode = WAL`)
    return database
  } catch (error) {
    database.close()
    // Without a free inode SQLite says only that it cannot open its log.
    const { errcode } = error as { errcode?: number }
    if (errcode === cannotOpen && !hasRoomFor(dirname(path), { bytes: 1, inodes: 1 })) {
      Object.assign(error as Error, { code: 'ENOSPC' })
    }
    throw error
  }
}

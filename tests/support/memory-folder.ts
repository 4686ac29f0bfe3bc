import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memoryFolder = '/dev/shm'
const tmpfsMagic = 0x01021994
const gigabyte = 1024 ** 3

/**
 * Folder for temporary data in many small files: a tmpfs with enough space, else the usual temporary folder. ext4 searches long for an
 * inode after many were freed, and waits for the disk at each fsync. What a server writes to a tmpfs counts as its memory.
 */
export function memoryTmpdir({ minBytes = 8 * gigabyte } = {}): string {
  try {
    const { type, bavail, bsize } = statfsSync(memoryFolder)
    return type === tmpfsMagic && bavail * bsize >= minBytes ? memoryFolder : tmpdir()
  } catch {
    return tmpdir()
  }
}

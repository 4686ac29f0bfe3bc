import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memoryFolder = '/dev/shm'
const tmpfsMagic = 0x01021994
const gigabyte = 1024 ** 3
/** With so much a machine has the memory for it, and database servers have limits that leave room for their files. */
const minBytes = 8 * gigabyte

/**
 * The folder for data that is made and thrown away in large numbers of files, such as databases: in memory where there is
 * plenty, since ext4 looks for an inode long after many were freed, and waits for the disk at each fsync. What a server
 * writes there counts as its memory.
 */
export function memoryTmpdir(): string {
  try {
    const { type, bavail, bsize } = statfsSync(memoryFolder)
    return type === tmpfsMagic && bavail * bsize >= minBytes ? memoryFolder : tmpdir()
  } catch {
    return tmpdir()
  }
}

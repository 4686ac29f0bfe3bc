import { open } from 'node:fs/promises'

const markLength = 40

/**
 * Removes the 40 hexadecimal digits by which a server marks the end of an RDB file that it streams: `redis-cli` leaves
 * them in when it writes to a pipe. A file without them ends with a checksum after 0xFF, which is no digit.
 */
export async function trimEndMark(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const length = Math.min(size, markLength)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    if (!/^[0-9a-f]{40}$/.test(buffer.toString('latin1'))) return
    await file.truncate(size - markLength)
    await file.sync()
  } finally {
    await file.close()
  }
}

import { createHash, randomUUID } from 'node:crypto'
import { open, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { inTree, isOwnFile, readFlags } from './descriptors.ts'

const chunk = 256 * 1024

export interface CheckedCopy {
  /** The tree and the path of a file in it. */
  root: string
  path: string
  maxBytes: number
  /** A folder that only the server can write, on the same disk as the copy. */
  scratch: string
  /** Destination of a file with this SHA-512, in hexadecimal; `undefined` when it is not wanted. */
  target(sha512: string): string | undefined | Promise<string | undefined>
}

/**
 * Copies a regular file of a tree to the destination for its hash, and returns its size. A copy, because the writer may
 * still have the file open; it appears atomically and read-only.
 */
export async function copyChecked(copy: CheckedCopy): Promise<number | undefined> {
  return inTree(copy.root, copy.path, async (place, owner) => {
    await using file = await open(place, readFlags)
    const stats = await file.stat()
    if (!isOwnFile(stats, owner) || stats.size > copy.maxBytes) return undefined
    const fresh = join(copy.scratch, `copy-${randomUUID()}`)
    await using written = await open(fresh, 'wx', 0o444)
    const digest = createHash('sha512')
    const buffer = Buffer.alloc(Math.min(chunk, stats.size + 1))
    let bytes = 0
    try {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, bytes)
        if (bytesRead === 0) break
        bytes += bytesRead
        // It grows while it is read.
        if (bytes > copy.maxBytes) return undefined
        digest.update(buffer.subarray(0, bytesRead))
        await written.appendFile(buffer.subarray(0, bytesRead))
      }
      const target = await copy.target(digest.digest('hex'))
      if (target === undefined) return undefined
      await rename(fresh, target)
      return bytes
    } finally {
      await unlink(fresh).catch(() => {})
    }
  })
}

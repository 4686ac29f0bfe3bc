import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

/** Maximum log size before its end is kept as `.1` and the file is truncated. */
export const maxLogBytes = 16 * 1024 * 1024
const chunkBytes = 1024 * 1024

/**
 * Truncates a log beyond its limit, and keeps its last `maxBytes` in the file `path.1`, replacing the previous one. The
 * server keeps writing to the same file, which it has open for appending. The folder is ours: no server can replace the
 * file.
 */
export async function boundLog(path: string, maxBytes = maxLogBytes): Promise<boolean> {
  const flags = constants.O_RDWR | constants.O_NOFOLLOW
  const log = await open(path, flags).catch(() => undefined)
  if (!log) return false
  const [previous, draft] = [`${path}.1`, `${path}.1.draft`]
  try {
    const { size } = await log.stat()
    if (size <= maxBytes) return false
    await rm(draft, { force: true })
    const copy = await open(draft, 'wx', 0o600)
    try {
      const buffer = Buffer.alloc(chunkBytes)
      for (let at = size - maxBytes; at < size; ) {
        const length = Math.min(chunkBytes, size - at)
        const { bytesRead } = await log.read(buffer, 0, length, at)
        if (bytesRead === 0) break
        await copy.write(buffer, 0, bytesRead)
        at += bytesRead
      }
    } finally {
      await copy.close()
    }
    await log.truncate(0)
    await rename(draft, previous)
    return true
  } finally {
    await log.close()
  }
}

import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The files that `output-pump.pl` writes one after the other into a folder, as one byte stream. Each is named after its
 * start offset. The pump removes the oldest ones beyond its limit, whether read or not.
 */
export interface Ring {
  /**
   * Reads bytes at an offset into the buffer. `at` is the offset actually read: higher than requested when those bytes
   * were removed. No bytes at the end of the stream.
   */
  read(offset: number, buffer: Buffer): Promise<{ at: number; bytesRead: number }>
  /** Removes files that end before the offset, except the newest. */
  discard(offset: number): Promise<void>
  close(): Promise<void>
}

const nameOfSegment = /^\d{20}$/

export async function openRing(folder: string): Promise<Ring> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let current: { start: number; file: FileHandle } | undefined

  const starts = async () =>
    (await readdir(folder))
      .filter((name) => nameOfSegment.test(name))
      .map(Number)
      .sort((one, other) => one - other)
  const pathOf = (start: number) => join(folder, String(start).padStart(20, '0'))

  const openSegment = async (start: number) => {
    if (current?.start === start) return true
    await current?.file.close()
    current = undefined
    const file = await open(pathOf(start), 'r').catch(onlyIfMissing)
    if (file) current = { start, file }
    return file !== undefined
  }

  const readCurrent = async (offset: number, buffer: Buffer) => {
    if (!current || offset < current.start) return 0
    const { bytesRead } = await current.file.read(buffer, 0, buffer.length, offset - current.start)
    return bytesRead
  }

  return {
    async read(offset, buffer) {
      const more = await readCurrent(offset, buffer)
      if (more > 0) return { at: offset, bytesRead: more }
      const all = await starts()
      // The last file that begins at or before the offset is read to its end; otherwise the next one continues.
      const before = all.findLast((start) => start <= offset)
      for (const start of all.filter((each) => each >= (before ?? 0))) {
        if (!(await openSegment(start))) continue
        const at = Math.max(offset, start)
        const bytesRead = await readCurrent(at, buffer)
        if (bytesRead > 0) return { at, bytesRead }
      }
      return { at: offset, bytesRead: 0 }
    },
    async discard(offset) {
      const all = await starts()
      const done = all.filter((_, place) => (all[place + 1] ?? Infinity) <= offset)
      for (const start of done) await rm(pathOf(start), { force: true })
    },
    async close() {
      await current?.file.close()
      current = undefined
    },
  }
}

/** The pump may have just removed it. */
function onlyIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

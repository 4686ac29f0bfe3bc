import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cutLines, linesPerTurn } from './line-cutter.ts'
import { openRing } from './ring.ts'

/**
 * Reads the output of an instance line by line, while it is written and after a restart. The read offset is stored in a
 * second file, with a deliberate delay: after a crash lines are repeated rather than lost.
 */
export interface Output {
  /** Forwards every complete line available. */
  read(): Promise<void>
  /** Forwards the last line even without a newline. */
  finish(): Promise<void>
  /** Called periodically: stores the offset and frees disk space. */
  tick(): Promise<void>
  close(): Promise<void>
}

export interface OutputFiles {
  /** Folder that the pump writes to. */
  ring: string
  /** File with the read offset. */
  place: string
}

const chunkSize = 64 * 1024

export async function openOutput(
  files: OutputFiles,
  onLine: (line: string) => void,
): Promise<Output> {
  const ring = await openRing(files.ring)
  const place = await open(files.place, constants.O_RDWR | constants.O_CREAT, 0o600)
  const cutter = cutLines(onLine)
  const buffer = Buffer.alloc(chunkSize)
  let at = await readPlace(place)
  let kept = at
  let settled = at
  let reading: Promise<void> | undefined
  let isAskedAgain = false
  let isClosed = false

  const readToEnd = async () => {
    while (!isClosed) {
      const found = await ring.read(at, buffer)
      if (found.bytesRead === 0) return
      if (found.at > at) leaveOut(found.at - at)
      at = found.at + found.bytesRead
      cutter.push(buffer.subarray(0, found.bytesRead))
      while (cutter.emit(linesPerTurn)) await nextTurn()
    }
  }

  const leaveOut = (bytes: number) => {
    cutter.drop()
    onLine(`${bytes} bytes of output dropped: they came faster than they could be read`)
  }

  const readAll = async () => {
    try {
      while (isAskedAgain && !isClosed) {
        isAskedAgain = false
        await readToEnd()
      }
    } finally {
      reading = undefined
    }
  }

  const read = () => {
    isAskedAgain = true
    reading ??= readAll()
    return reading
  }

  const keep = async (offset: number) => {
    if (offset === kept) return
    await place.write(String(offset).padStart(20, '0'), 0)
    kept = offset
  }

  return {
    read,
    async finish() {
      await read()
      cutter.end()
    },
    async tick() {
      const handed = at - cutter.held
      const hasMoved = kept !== settled
      await keep(settled)
      settled = handed
      if (hasMoved) await ring.discard(kept)
    },
    async close() {
      isClosed = true
      await reading
      await keep(at - cutter.held)
      await ring.close()
      await place.close()
    },
  }
}

async function readPlace(place: FileHandle): Promise<number> {
  const { buffer, bytesRead } = await place.read(Buffer.alloc(20), 0, 20, 0)
  return bytesRead === 20 ? Number(buffer.toString('latin1')) : 0
}

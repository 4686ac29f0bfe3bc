import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cutLines, linesPerTurn } from './line-cutter.ts'
import { openRing } from './ring.ts'

/**
 * Reads what an instance has printed, line by line, while it is printed and after a restart. How far it came is kept in
 * a second file, a moment late on purpose: lines are handed on again rather than lost with a crash.
 */
export interface Output {
  /** Hands on every whole line that is there by now. */
  read(): Promise<void>
  /** Hands on the last line even if it has no end. */
  finish(): Promise<void>
  /** Called once in a while: keeps the place, and gives disk back. */
  tick(): Promise<void>
  close(): Promise<void>
}

export interface OutputFiles {
  /** The folder that the pump writes to. */
  ring: string
  /** The file that keeps the place. */
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

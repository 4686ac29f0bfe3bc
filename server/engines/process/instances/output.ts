import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { run } from '#kit/subprocess.ts'
import { cutLines } from './line-cutter.ts'

/**
 * Reads what an instance writes to its file, line by line, while it is written and after a restart. How far it came
 * is kept in a second file, a moment late on purpose: lines are handed on again rather than lost with a crash.
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

const chunk = 64 * 1024
const chunksInOneGo = 256
const mostBehind = 64 * 1024 * 1024
const keptWhenSkipping = 1024 * 1024
const holeSize = 4 * 1024 * 1024
const block = 4096

export async function openOutput(
  path: string,
  placePath: string,
  onLine: (line: string) => void,
): Promise<Output> {
  const file = await open(path, 'r')
  const place = await open(placePath, constants.O_RDWR | constants.O_CREAT, 0o600)
  const cutter = cutLines(onLine)
  const buffer = Buffer.alloc(chunk)
  let at = await readPlace(place)
  let kept = at
  let settled = at
  let freed = at
  let reading: Promise<void> | undefined
  let isAskedAgain = false
  let isClosed = false

  const readToEnd = async () => {
    const { size } = await file.stat()
    if (size < at) startOver()
    if (size - at > mostBehind) skipTo(size - keptWhenSkipping)
    for (let turn = 0; turn < chunksInOneGo; turn++) {
      const { bytesRead } = await file.read(buffer, 0, chunk, at)
      if (bytesRead === 0) return
      at += bytesRead
      cutter.push(buffer.subarray(0, bytesRead))
    }
    isAskedAgain = true
  }

  /** What comes faster than it can be read must not fill the disk. */
  const skipTo = (target: number) => {
    cutter.drop()
    onLine(
      `(${target - at} bytes of output are left out: they came faster than they could be read.)`,
    )
    at = target
  }

  /** The application holds the file open and may have emptied it. */
  const startOver = () => {
    cutter.drop()
    at = 0
    freed = 0
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

  const freeDisk = async () => {
    const end = kept - (kept % block)
    if (end - freed < holeSize) return
    const range = ['--offset', String(freed), '--length', String(end - freed)]
    freed = end
    await run(['fallocate', '--punch-hole', ...range, '--', path], { deadline: 10_000 })
  }

  return {
    read,
    async finish() {
      await read()
      cutter.end()
    },
    async tick() {
      const handed = at - cutter.held
      await keep(settled)
      settled = handed
      await freeDisk()
    },
    async close() {
      isClosed = true
      await reading
      await keep(at - cutter.held)
      await file.close()
      await place.close()
    },
  }
}

async function readPlace(place: FileHandle): Promise<number> {
  const { buffer, bytesRead } = await place.read(Buffer.alloc(20), 0, 20, 0)
  return bytesRead === 20 ? Number(buffer.toString('latin1')) : 0
}

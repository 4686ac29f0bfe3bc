import type { Readable } from 'node:stream'

/** Pull reader for a stream. A stream that breaks off counts as ended. */
export interface ByteReader {
  /** The next available bytes; `undefined` at the end. */
  next(): Promise<Buffer | undefined>
  /** Exactly `length` bytes; `undefined` when the stream ends before. */
  take(length: number): Promise<Buffer | undefined>
  /** Bytes up to a line feed, without it; `undefined` when there is none within `longest` bytes. */
  takeLine(maxLength: number): Promise<string | undefined>
}

const lineFeed = 10

/** Reads a stream without destroying it, because its writable side may still be needed. */
export function readBytes(stream: Readable): ByteReader {
  let rest: Buffer = Buffer.alloc(0)
  let ended = false
  let wake = () => {}
  const end = () => {
    ended = true
    wake()
  }
  stream.on('readable', () => wake())
  for (const sign of ['end', 'close', 'error']) stream.on(sign, end)

  async function arrival(): Promise<Buffer | undefined> {
    for (;;) {
      const bytes: Buffer | null = stream.read()
      if (bytes !== null) return bytes
      if (ended || stream.readableEnded || stream.destroyed) return undefined
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  /** Fills `rest` up to this length, if the stream has that much. */
  async function fill(length: number): Promise<boolean> {
    const pieces = [rest]
    let have = rest.length
    while (have < length) {
      const bytes = await arrival()
      if (!bytes) break
      pieces.push(bytes)
      have += bytes.length
    }
    if (pieces.length > 1) rest = Buffer.concat(pieces)
    return have >= length
  }

  function cut(length: number): Buffer {
    const bytes = rest.subarray(0, length)
    rest = rest.subarray(length)
    return bytes
  }

  return {
    next: async () => (rest.length > 0 ? cut(rest.length) : await arrival()),
    take: async (length) => ((await fill(length)) ? cut(length) : undefined),
    async takeLine(maxLength) {
      for (;;) {
        const at = rest.indexOf(lineFeed)
        if (at >= 0 && at <= maxLength) return cut(at + 1).toString('utf8', 0, at)
        if (rest.length > maxLength || !(await fill(rest.length + 1))) return undefined
      }
    },
  }
}

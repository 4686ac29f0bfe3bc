import type { Readable } from 'node:stream'

/** The bytes of a stream, asked for one piece after the other. A stream that breaks off has simply ended. */
export interface ByteReader {
  /** The next bytes as they come; `undefined` at the end. */
  next(): Promise<Buffer | undefined>
  /** Exactly so many bytes; `undefined` when the stream ends before. */
  take(length: number): Promise<Buffer | undefined>
  /** The bytes up to a line feed, without it; `undefined` when none comes within `longest` bytes. */
  takeLine(maxLength: number): Promise<string | undefined>
}

const lineFeed = 10

/** Reads a stream without ever destroying it: its other half may still be needed. */
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

  /** Makes `rest` at least so long, if the stream has that much. */
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

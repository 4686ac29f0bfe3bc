import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

const lineEnd = 10
const maxBytes = 16_384
/** Maximum lines forwarded per turn of the event loop, so that other work is not delayed. */
export const linesPerTurn = 100

/** Splits a byte stream into lines, and knows how many bytes it still buffers. */
export interface LineCutter {
  push(bytes: Buffer): void
  /** Forwards at most `maxLines` complete lines; `true` when there are more. */
  emit(maxLines?: number): boolean
  /** Forwards the incomplete last line. */
  end(): void
  /** Drops the incomplete last line. */
  drop(): void
  readonly held: number
}

export function cutLines(onLine: (line: string) => void): LineCutter {
  let rest: Buffer = Buffer.alloc(0)
  const hand = (bytes: Buffer) => onLine(bytes.toString('utf8').replace(/\r$/, ''))
  return {
    push(bytes) {
      rest = Buffer.concat([rest, bytes])
    },
    emit(maxLines = Infinity) {
      for (let count = 0; count < maxLines; count++) {
        const end = rest.indexOf(lineEnd)
        const length = end < 0 ? rest.length : end
        if (length > maxBytes) {
          const cut = cutWithin(rest)
          hand(rest.subarray(0, cut))
          rest = rest.subarray(cut)
        } else if (end >= 0) {
          hand(rest.subarray(0, end))
          rest = rest.subarray(end + 1)
        } else return false
      }
      return true
    },
    end() {
      this.emit()
      if (rest.length > 0) hand(rest)
      rest = Buffer.alloc(0)
    },
    drop() {
      rest = Buffer.alloc(0)
    },
    get held() {
      return rest.length
    },
  }
}

/** Where a long line can be cut without splitting a character. */
function cutWithin(bytes: Buffer): number {
  let cut = maxBytes
  while (cut > maxBytes - 4 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--
  return cut
}

/**
 * Forwards each line of a stream until its end. Applies backpressure to the writer, and yields to the event loop in
 * between.
 */
export async function readStream(stream: Readable, onLine: (line: string) => void): Promise<void> {
  const cutter = cutLines(onLine)
  try {
    for await (const chunk of stream) {
      cutter.push(chunk)
      while (cutter.emit(linesPerTurn)) await nextTurn()
    }
  } catch (error) {
    // The consumer destroys the stream when it has read enough.
    if (!stream.destroyed) throw error
  }
  cutter.end()
}

/** Beginning of a stream's content. */
export async function readText(stream: Readable, maxBytes: number): Promise<string> {
  let text = ''
  await readStream(stream, (line) => {
    if (text.length < maxBytes) text += `${line}\n`
  })
  return text.slice(0, maxBytes).trim()
}

import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

const lineEnd = 10
const maxBytes = 16_384
/** How many may be handed on in one turn of the event loop, while others wait. */
export const linesPerTurn = 100

/** Cuts bytes into lines as they come, and knows how many bytes it still holds back. */
export interface LineCutter {
  push(bytes: Buffer): void
  /** Hands on at most so many of the lines that are whole; `true` when there are more. */
  emit(maxLines?: number): boolean
  /** Hands on what is left without a line end. */
  end(): void
  /** Forgets what is left without a line end. */
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

/** Where a long line can be cut without breaking a character. */
function cutWithin(bytes: Buffer): number {
  let cut = maxBytes
  while (cut > maxBytes - 4 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--
  return cut
}

/**
 * Hands on each line of a stream until its end. Whoever writes is held up while lines are handed on, and other work gets
 * its turn in between.
 */
export async function readStream(stream: Readable, onLine: (line: string) => void): Promise<void> {
  const cutter = cutLines(onLine)
  try {
    for await (const chunk of stream) {
      cutter.push(chunk)
      while (cutter.emit(linesPerTurn)) await nextTurn()
    }
  } catch (error) {
    // Whoever has had enough of it destroys the stream.
    if (!stream.destroyed) throw error
  }
  cutter.end()
}

/** The beginning of what a stream says. */
export async function readText(stream: Readable, maxBytes: number): Promise<string> {
  let text = ''
  await readStream(stream, (line) => {
    if (text.length < maxBytes) text += `${line}\n`
  })
  return text.slice(0, maxBytes).trim()
}

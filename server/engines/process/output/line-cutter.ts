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

const lineEnd = 10
const longest = 16_384

/** Cuts bytes into lines as they come, and knows how many bytes it still holds back. */
export interface LineCutter {
  push(bytes: Buffer): void
  /** Hands on what is left without a line end. */
  end(): void
  /** Forgets what is left without a line end. */
  drop(): void
  readonly held: number
}

export function cutLines(onLine: (line: string) => void): LineCutter {
  let rest: Buffer = Buffer.alloc(0)
  const emit = (bytes: Buffer) => onLine(bytes.toString('utf8').replace(/\r$/, ''))
  /** A long line is handed on in pieces that do not break a character. */
  const emitPieces = (bytes: Buffer): Buffer => {
    let left = bytes
    while (left.length > longest) {
      let cut = longest
      while (cut > longest - 4 && ((left[cut] ?? 0) & 0xc0) === 0x80) cut--
      emit(left.subarray(0, cut))
      left = left.subarray(cut)
    }
    return left
  }
  return {
    push(bytes) {
      let all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
      for (let at = all.indexOf(lineEnd); at >= 0; at = all.indexOf(lineEnd)) {
        emit(emitPieces(all.subarray(0, at)))
        all = all.subarray(at + 1)
      }
      rest = Buffer.from(emitPieces(all))
    },
    end() {
      if (rest.length > 0) emit(rest)
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

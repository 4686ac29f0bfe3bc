export interface LineSplitter {
  push(text: string): void
  /** Forwards the incomplete last line. */
  end(): void
}

/** Splits a text stream into lines. A line longer than `longest` is split into pieces. */
export function splitLines(onLine: (line: string) => void, maxLength = 16_384): LineSplitter {
  let rest = ''
  const emit = (line: string) => {
    const clean = line.endsWith('\r') ? line.slice(0, -1) : line
    for (let at = 0; at === 0 || at < clean.length; at += maxLength) {
      onLine(clean.slice(at, at + maxLength))
    }
  }
  return {
    push(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) emit(line)
      while (rest.length > maxLength) {
        onLine(rest.slice(0, maxLength))
        rest = rest.slice(maxLength)
      }
    },
    end() {
      if (rest) emit(rest)
      rest = ''
    },
  }
}

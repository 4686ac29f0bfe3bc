import type { Terminal } from '#cli/terminal/terminal.ts'

/** Tells on standard error how many bytes of a file are done: on one line of a screen, or every ten seconds. */
export interface ByteProgress {
  tell(what: string, bytes: number, size: number): void
  /** Ends the line. */
  end(): void
}

const everyOnScreen = 200
const everyOtherwise = 10_000

export function createByteProgress(terminal: Pick<Terminal, 'err' | 'screen'>): ByteProgress {
  const isScreen = terminal.screen !== undefined
  let told = Number.NEGATIVE_INFINITY
  let shown = ''
  return {
    tell(what, bytes, size) {
      const now = performance.now()
      if (now - told < (isScreen ? everyOnScreen : everyOtherwise)) return
      told = now
      const share =
        size > 0 ? ` of ${size} bytes (${Math.floor((100 * bytes) / size)} %)` : ' bytes'
      const line = `${what}: ${bytes}${share}`
      terminal.err(isScreen ? `\r${line.padEnd(shown.length)}` : `${line}\n`)
      shown = line
    },
    end() {
      if (isScreen && shown !== '') terminal.err('\n')
      shown = ''
    },
  }
}

import { stripVTControlCharacters } from 'node:util'
import type { Output } from './output.ts'
import type { Terminal } from './terminal.ts'

/** The last line of the screen, whose text is replaced; other output is printed above it. */
export interface StatusLine {
  show(text: string): void
  /** Prints something else, which may be lines of its own. */
  above(print: () => void): void
  /** Whether a text replaces the one before. */
  isInPlace: boolean
  /** Leaves the last text where it is. */
  end(): void
}

/** Without a screen, each text is a line of its own. */
export function createStatusLine(
  { out, screen }: Pick<Terminal, 'out' | 'screen'>,
  { tell, isHuman }: Pick<Output, 'tell' | 'isHuman'>,
): StatusLine {
  if (!screen || !isHuman) {
    const above = (print: () => void) => print()
    return { isInPlace: false, show: tell, above, end() {} }
  }
  let shown = ''
  const clear = () => shown && out('\r\x1b[K')
  const end = () => {
    if (shown) out('\n')
    shown = ''
  }
  return {
    isInPlace: true,
    end,
    show(text) {
      clear()
      shown = fitted(text, screen().columns)
      out(shown)
    },
    above(print) {
      clear()
      print()
      out(shown)
    },
  }
}

/** A wrapped line could not be cleared. */
function fitted(text: string, columns: number): string {
  const plain = [...stripVTControlCharacters(text)]
  return plain.length < columns ? text : plain.slice(0, columns - 1).join('')
}

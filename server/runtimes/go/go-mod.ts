/** What a `go.mod` or `go.work` says of itself. */
export interface GoMod {
  module?: string
  /** The `go` line: `1.24`, `1.24.3` or `1.25rc1`. */
  go?: string
  /** The `toolchain` line without `go` before it: `1.24.3`. */
  toolchain?: string
}

/** The lines of a `go.mod` or `go.work` that stand alone. Those in brackets name other modules. */
export function readGoMod(text: string): GoMod {
  const found: GoMod = {}
  let isInBlock = false
  for (const line of text.split('\n')) {
    const [word, value, ...more] = wordsOf(line)
    if (isInBlock) isInBlock = word !== ')'
    else if (value === '(') isInBlock = true
    else if (value !== undefined && more.length === 0) {
      if (word === 'module') found.module = unquoted(value)
      if (word === 'go') found.go = value
      if (word === 'toolchain' && /^go\d/.test(value)) found.toolchain = value.slice(2)
    }
  }
  return found
}

const maxLine = 1000

const wordsOf = (line: string) =>
  (line.slice(0, maxLine).split('//', 1)[0] ?? '').split(/[ \t\r]+/).filter((word) => word !== '')

const unquoted = (text: string) =>
  /^(["`]).*\1$/.test(text) && text.length > 1 ? text.slice(1, -1) : text

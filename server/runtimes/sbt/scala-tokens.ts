export interface ScalaToken {
  kind: 'string' | 'name' | 'symbol'
  /** Of a string its content, without quotes. */
  text: string
}

const maxLength = 256 * 1024
const nameStart = /[\p{L}_$]/u
const namePart = /[\p{L}\p{N}_$]/u
const operators = '!#%&*+-/:<=>?@\\^|~'

/**
 * The strings, names and symbols of a Scala text such as `plugins.sbt`; comments and character literals are left out. It does not
 * understand the text, only where its strings and comments end. `undefined` for a text that is too long to be one.
 */
export function tokenizeScala(text: string): ScalaToken[] | undefined {
  if (text.length > maxLength) return undefined
  const tokens: ScalaToken[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (text.startsWith('//', at)) at = endOf(text, '\n', at)
    else if (text.startsWith('/*', at)) at = endOfComment(text, at)
    else if (char === '"') {
      const { content, end } = readString(text, at)
      tokens.push({ kind: 'string', text: content })
      at = end
    } else if (char === '`') {
      const end = text.indexOf('`', at + 1)
      if (end < 0) return tokens
      tokens.push({ kind: 'name', text: text.slice(at + 1, end) })
      at = end + 1
    } else if (char === "'") at = endOfCharacter(text, at)
    else {
      const end = endOfWord(text, at)
      const word = text.slice(at, end)
      if (word.trim() !== '') {
        tokens.push({ kind: namePart.test(char) ? 'name' : 'symbol', text: word })
      }
      at = end
    }
  }
  return tokens
}

const endOf = (text: string, mark: string, at: number): number => {
  const found = text.indexOf(mark, at)
  return found < 0 ? text.length : found + mark.length
}

/** Comments can be inside each other. */
function endOfComment(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('/*', at)) {
      depth++
      at++
    } else if (text.startsWith('*/', at)) {
      depth--
      at++
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function readString(text: string, start: number): { content: string; end: number } {
  if (text.startsWith('"""', start)) {
    const end = text.indexOf('"""', start + 3)
    if (end < 0) return { content: text.slice(start + 3), end: text.length }
    return { content: text.slice(start + 3, end), end: end + 3 }
  }
  let content = ''
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]
    // A string that its line does not close is wrong Scala.
    if (char === '"' || char === '\n') return { content, end: at + 1 }
    if (char === '\\') at++
    content += text[at] ?? ''
  }
  return { content, end: text.length }
}

/** `'a'`, `'\n'`, or only the quote of a symbol such as `'compile`. */
function endOfCharacter(text: string, at: number): number {
  if (text[at + 1] === '\\') {
    const end = text.indexOf("'", at + 3)
    return end >= 0 && end - at < 10 ? end + 1 : at + 1
  }
  return text[at + 2] === "'" ? at + 3 : at + 1
}

function endOfWord(text: string, start: number): number {
  const first = text[start] ?? ''
  const isPart = nameStart.test(first)
    ? (char: string) => namePart.test(char)
    : operators.includes(first)
      ? (char: string) => operators.includes(char)
      : () => false
  let at = start + 1
  // A comment ends an operator: `%//`.
  while (at < text.length && isPart(text[at] ?? '') && !isComment(text, at)) at++
  return at
}

const isComment = (text: string, at: number) =>
  text.startsWith('//', at) || text.startsWith('/*', at)

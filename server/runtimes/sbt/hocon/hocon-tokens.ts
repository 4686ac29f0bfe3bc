/** A configuration cannot be read. */
export class HoconError extends Error {}

export type HoconToken =
  | { kind: 'text'; text: string; isQuoted: boolean; blanks: string }
  | { kind: 'substitution'; path: string; isOptional: boolean; blanks: string }
  | { kind: 'newline' }
  | { kind: 'mark'; mark: Mark }

type Mark = ',' | '{' | '}' | '[' | ']' | ':' | '=' | '+='

const marks = ',{}[]:='
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const maxLength = 256 * 1024

/** The tokens of a text in HOCON, the format of `application.conf`; JSON is part of it. */
export function tokenizeHocon(text: string): HoconToken[] {
  if (text.length > maxLength) throw new HoconError('it is larger than 256 KB')
  const tokens: HoconToken[] = []
  let blanks = ''
  let at = text.startsWith('\ufeff') ? 1 : 0
  const mark = (found: Mark) => {
    tokens.push({ kind: 'mark', mark: found })
    blanks = ''
    at += found.length
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\n') {
      tokens.push({ kind: 'newline' })
      blanks = ''
      at++
    } else if (char.trim() === '') {
      blanks += char
      at++
    } else if (isComment(text, at)) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (text.startsWith('+=', at)) mark('+=')
    else if (marks.includes(char)) mark(char as Mark)
    else {
      const { token, end } = readWord(text, at, blanks)
      tokens.push(token)
      blanks = ''
      at = end
    }
  }
  return tokens
}

const isComment = (text: string, at: number) => text[at] === '#' || text.startsWith('//', at)

interface Read {
  token: HoconToken
  end: number
}

function readWord(text: string, at: number, blanks: string): Read {
  if (text.startsWith('"""', at)) return readTriple(text, at, blanks)
  if (text[at] === '"') return readQuoted(text, at, blanks)
  if (text.startsWith('${', at)) return readSubstitution(text, at, blanks)
  let end = at + 1
  while (end < text.length && !isEnd(text, end)) end++
  return { token: { kind: 'text', text: text.slice(at, end), isQuoted: false, blanks }, end }
}

function isEnd(text: string, at: number): boolean {
  const char = text[at] ?? ''
  return (
    char.trim() === '' ||
    marks.includes(char) ||
    char === '"' ||
    isComment(text, at) ||
    text.startsWith('+=', at) ||
    text.startsWith('${', at)
  )
}

function readTriple(text: string, start: number, blanks: string): Read {
  let end = text.indexOf('"""', start + 3)
  if (end < 0) throw new HoconError('a string is not closed')
  // Further quotes at the end belong to the string.
  while (text[end + 3] === '"') end++
  const content = text.slice(start + 3, end)
  return { token: { kind: 'text', text: content, isQuoted: true, blanks }, end: end + 3 }
}

function readQuoted(text: string, start: number, blanks: string): Read {
  let content = ''
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '"') {
      return { token: { kind: 'text', text: content, isQuoted: true, blanks }, end: at + 1 }
    }
    if (char === '\n') break
    if (char !== '\\') content += char
    else if (text[at + 1] === 'u') {
      content += String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16) || 0xfffd)
      at += 5
    } else {
      const escaped = text[at + 1] ?? ''
      content += escapes[escaped] ?? escaped
      at++
    }
  }
  throw new HoconError('a string is not closed')
}

/** `${path}`, or `${?path}` for one that may be missing. */
function readSubstitution(text: string, start: number, blanks: string): Read {
  const end = text.indexOf('}', start)
  const isOptional = text[start + 2] === '?'
  const path = text.slice(start + (isOptional ? 3 : 2), end < 0 ? undefined : end)
  if (end < 0 || path.includes('\n')) throw new HoconError('a substitution is not closed')
  const plain = path.replaceAll('"', '').trim()
  return { token: { kind: 'substitution', path: plain, isOptional, blanks }, end: end + 1 }
}

export interface TextPosition {
  line: number
  column: number
}

const blank = /[ \t\n\r]*/y
const token =
  /[{}[\],:]|"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end' | 'nothing'

/**
 * Position of the first JSON syntax error, or `undefined` for valid JSON. Messages of `JSON.parse` do not always
 * contain a position, and do not guarantee one.
 */
export function findJsonProblem(text: string): TextPosition | undefined {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = skipBlank(text, at)
    if (at === text.length) return expected === 'nothing' ? undefined : positionOf(text, at)
    token.lastIndex = at
    const found = token.exec(text)?.[0]
    if (!found) return positionOf(text, at)
    const next: Expected | undefined = follow(expected, found, open)
    if (!next) return positionOf(text, at)
    expected = next
    at += found.length
  }
}

function skipBlank(text: string, at: number): number {
  blank.lastIndex = at
  blank.exec(text)
  return blank.lastIndex
}

function follow(expected: Expected, found: string, open: string[]): Expected | undefined {
  const after = (): Expected => (open.length > 0 ? 'comma or end' : 'nothing')
  const close = (opener: string) => (open.pop() === opener ? after() : undefined)
  if (expected === 'colon') return found === ':' ? 'value' : undefined
  if (expected === 'name' || expected === 'name or }') {
    if (found === '}' && expected === 'name or }') return close('{')
    return found.startsWith('"') ? 'colon' : undefined
  }
  if (expected === 'comma or end') {
    if (found === ',') return open.at(-1) === '{' ? 'name' : 'value'
    if (found === '}') return close('{')
    return found === ']' ? close('[') : undefined
  }
  if (expected === 'nothing') return undefined
  if (found === ']' && expected === 'value or ]') return close('[')
  if (found === '{' || found === '[') {
    open.push(found)
    return found === '{' ? 'name or }' : 'value or ]'
  }
  return ']},:'.includes(found) ? undefined : after()
}

function positionOf(text: string, at: number): TextPosition {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

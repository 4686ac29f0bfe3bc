/** A text that does not hold variables; the message is a sentence for its author. */
export class VariableTextError extends Error {
  readonly hint: string | undefined

  constructor(sentence: string, hint?: string) {
    super(sentence)
    this.name = 'VariableTextError'
    this.hint = hint
  }
}

/**
 * Parses `NAME=value` lines like Node's `.env` parser: `#` starts a comment unless quoted; single quotes and backticks
 * are literal, double quotes have `
 * `; all may span lines; a leading `export` is skipped. Unlike Node, double quotes also have `\r`, `\t`, `\"`, `\$` and
 * `\\`, which `formatVariable` writes, and a line that Node would skip or cut short is refused.
 */
export function parseVariables(text: string): Record<string, string> {
  const variables = new Map<string, string>()
  const assignment = /(?:export[ \t]+)?([^\s=#]+)[ \t]*=[ \t]*/y
  const passedOver = /(?:\s|#.*)*/y
  let place = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = place
    const match = pattern.exec(text)
    if (match) place = pattern.lastIndex
    return match
  }

  for (take(passedOver); place < text.length; take(passedOver)) {
    const start = place
    const name = take(assignment)?.[1]
    if (name === undefined) throw unreadable(text, start, 'is not NAME=value')
    const quote = text[place] ?? ''
    const pattern = quotes[quote]
    if (pattern) {
      const quoted = take(pattern)?.[1]?.replaceAll('\r\n', '\n')
      if (quoted === undefined) throw unreadable(text, start, 'opens a quote that is never closed')
      variables.set(name, quote === '"' ? unescaped(quoted) : quoted)
      if (!take(/[ \t]*(?:#.*)?(?=\r?\n|$)/y))
        throw unreadable(text, place, 'has text after the closing quote')
    } else {
      const [plain = ''] = take(/[^#\r\n]*/y) ?? []
      variables.set(name, plain.trim())
      take(/.*/y)
    }
  }
  return Object.fromEntries(variables)
}

/** Parses JSON variables: an object, or a list of `{name, value}`. */
export function parseJsonVariables(text: string): Record<string, string> {
  const wrong = () =>
    new VariableTextError(
      'Invalid JSON: expected variables.',
      'Give {"NAME": "value"} or [{"name": "NAME", "value": "value"}].',
    )
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw wrong()
  }
  if (typeof given !== 'object' || given === null) throw wrong()
  const pairs: [unknown, unknown][] = Array.isArray(given)
    ? given.map((variable) => [variable?.name, variable?.value])
    : Object.entries(given)
  for (const [name, value] of pairs)
    if (typeof name !== 'string' || typeof value !== 'string') throw wrong()
  return Object.fromEntries(pairs as [string, string][])
}

/** Formats a variable so that `parseVariables` reads it back. */
export const formatVariable = ({ name, value }: { name: string; value: string }): string =>
  `${name}="${value.replace(/[\\"$]/g, '\\$&').replace(/\r/g, '\\r')}"`

const quotes: Record<string, RegExp> = {
  "'": /'([^']*)'/y,
  '`': /`([^`]*)`/y,
  '"': /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/y,
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', $: '$', '\\': '\\' }

const unescaped = (text: string) =>
  text.replace(/\\([\s\S])/g, (sequence, letter: string) => escapes[letter] ?? sequence)

const unreadable = (text: string, place: number, problem: string) =>
  new VariableTextError(`Line ${text.slice(0, place).split('\n').length} ${problem}.`)

/**
 * A statement of SQL on one line, with `?` in place of its literals and without comments: the server keeps the text of
 * a statement as it was sent when it had to forget the statement in between, and literals are what people
 * wrote. One pass over a text of bounded length; a literal that is cut off at the end is a literal, too.
 */
export function withoutLiterals(sql: string): string {
  let shown = ''
  let at = 0
  while (at < sql.length) {
    const { end, as } = tokenAt(sql, at)
    if (as !== ' ' || (shown !== '' && !shown.endsWith(' '))) shown += as
    at = end
  }
  return shown.trimEnd()
}

interface Token {
  /** Where the next one begins. */
  end: number
  /** What is shown in its place. */
  as: string
}

function tokenAt(sql: string, at: number): Token {
  const here = sql[at] ?? ''
  const pair = sql.slice(at, at + 2)
  if (/\s/.test(here)) return { end: at + 1, as: ' ' }
  if (pair === '--') return { end: after(sql, '\n', at), as: ' ' }
  if (pair === '/*') return { end: afterComment(sql, at), as: ' ' }
  if (here === "'") return { end: afterQuote(sql, at, false), as: '?' }
  if (here === '"') {
    const end = afterQuote(sql, at, false)
    return { end, as: sql.slice(at, end) }
  }
  if (here === '$') return dollarAt(sql, at)
  const word = /[\p{L}\p{N}_$]+/uy
  word.lastIndex = at
  const found = word.exec(sql)?.[0]
  if (found === undefined) return { end: at + 1, as: here }
  return wordAt(sql, at, found)
}

/** A number, a name, or the prefix of a literal: `E'…'`, `B'…'`, `X'…'`, `N'…'`, `U&'…'`. */
function wordAt(sql: string, at: number, word: string): Token {
  const end = at + word.length
  if (/^\d/.test(word)) return { end: afterNumber(sql, end), as: '?' }
  if (sql[end] === "'" && /^[ebxn]$/i.test(word))
    return { end: afterQuote(sql, end, /^e$/i.test(word)), as: '?' }
  if (/^u$/i.test(word) && sql.startsWith("&'", end))
    return { end: afterQuote(sql, end + 1, false), as: '?' }
  return { end, as: word }
}

/** The fraction and the exponent. */
function afterNumber(sql: string, from: number): number {
  let at = from
  while (
    /[\w.]/.test(sql[at] ?? '') ||
    (/[+-]/.test(sql[at] ?? '') && /e/i.test(sql[at - 1] ?? ''))
  )
    at += 1
  return at
}

/** A parameter, `$1`, or a literal between `$tag$` and `$tag$`. */
function dollarAt(sql: string, at: number): Token {
  const parameter = /\$\d+/y
  const tag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy
  parameter.lastIndex = at
  tag.lastIndex = at
  const named = parameter.exec(sql)?.[0]
  if (named !== undefined) return { end: at + named.length, as: named }
  const opening = tag.exec(sql)?.[0]
  if (opening === undefined) return { end: at + 1, as: '$' }
  return { end: after(sql, opening, at + opening.length), as: '?' }
}

function after(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found < 0 ? sql.length : found + mark.length
}

/** Comments of SQL can be nested. */
function afterComment(sql: string, from: number): number {
  let depth = 0
  for (let at = from; at < sql.length; at += 1) {
    const pair = sql.slice(at, at + 2)
    if (pair !== '/*' && pair !== '*/') continue
    depth += pair === '/*' ? 1 : -1
    at += 1
    if (depth === 0) return at + 1
  }
  return sql.length
}

/** A doubled quote is part of the literal. */
function afterQuote(sql: string, from: number, hasEscapes: boolean): number {
  const quote = sql[from]
  for (let at = from + 1; at < sql.length; at += 1) {
    if (hasEscapes && sql[at] === '\\') at += 1
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1
      at += 1
    }
  }
  return sql.length
}

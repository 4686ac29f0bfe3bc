import { HoconError, type HoconToken, tokenizeHocon } from './hocon-tokens.ts'

export type HoconPart = { text: string } | { substitution: string; isOptional: boolean }

/** What is assigned: text in parts, items of a list, or both where a list follows a substitution. */
export interface HoconValue {
  parts: HoconPart[]
  items?: HoconValue[]
}

export interface Assignment {
  value: HoconValue
  /** Written with `+=`. */
  isAppended: boolean
}

/** One file: what it assigns to each path, in order, and which other files it includes. */
export interface HoconFile {
  assignments: [path: string, assignment: Assignment][]
  includes: Include[]
}

export interface Include {
  name: string
  /** Words before the name: `file(`, `required(classpath(`; empty when there are none. */
  how: string
  /** How many assignments come before it. */
  after: number
}

const maxDepth = 50
/** Longest path in characters: every field below a long key repeats it. */
const maxPathLength = 500

/** Parses HOCON as far as it takes to know what is assigned to which path; throws a `HoconError`. */
export function parseHocon(text: string): HoconFile {
  const tokens = tokenizeHocon(text)
  const file: HoconFile = { assignments: [], includes: [] }
  let at = 0

  const isMark = (mark: string, token = tokens[at]) => token?.kind === 'mark' && token.mark === mark
  const isNewline = () => tokens[at]?.kind === 'newline'
  const skipNewlines = () => {
    while (isNewline()) at++
  }
  const expect = (mark: string) => {
    if (!isMark(mark)) throw new HoconError(`"${mark}" is missing`)
    at++
  }

  const readFields = (prefix: readonly string[], depth: number) => {
    if (depth > maxDepth) throw new HoconError('it is nested too deeply')
    for (;;) {
      while (isNewline() || isMark(',')) at++
      if (at >= tokens.length || isMark('}')) return
      if (isInclude(tokens, at)) readInclude()
      else readField(prefix, depth)
    }
  }

  const readInclude = () => {
    let how = ''
    let name: string | undefined
    for (at++; at < tokens.length && !isNewline() && !isMark('}'); at++) {
      const token = tokens[at]
      if (token?.kind !== 'text') continue
      if (token.isQuoted) name ??= token.text
      else if (name === undefined) how += token.text
    }
    if (name !== undefined) file.includes.push({ name, how, after: file.assignments.length })
  }

  const readField = (prefix: readonly string[], depth: number) => {
    const path = [...prefix, ...readKey()]
    const name = pathText(path)
    if (name.length > maxPathLength) throw new HoconError('a key is too long')
    const isAppended = isMark('+=')
    if (isMark(':') || isMark('=') || isAppended) at++
    else if (!isMark('{')) throw new HoconError('a key has no value')
    skipNewlines()
    const value = readValue(path, depth)
    if (value) file.assignments.push([name, { value, isAppended }])
  }

  const readKey = (): string[] => {
    const segments = ['']
    const start = at
    let length = 0
    for (let token = tokens[at]; token?.kind === 'text'; token = tokens[++at]) {
      length += token.text.length
      if (length > maxPathLength) throw new HoconError('a key is too long')
      const pieces = token.isQuoted ? [token.text] : token.text.split('.')
      segments.push((segments.pop() ?? '') + (pieces[0] ?? ''), ...pieces.slice(1))
    }
    if (at === start) throw new HoconError('a key is missing')
    return segments
  }

  /** `undefined` when there is nothing but an object, whose fields have been read. */
  const readValue = (path: readonly string[], depth: number): HoconValue | undefined => {
    const parts: HoconPart[] = []
    let items: HoconValue[] | undefined
    let hasObject = false
    for (let token = tokens[at]; token; token = tokens[at]) {
      if (token.kind === 'text') {
        if (parts.length > 0 && token.blanks) parts.push({ text: token.blanks })
        parts.push({ text: token.text })
        at++
      } else if (token.kind === 'substitution') {
        if (parts.length > 0 && token.blanks) parts.push({ text: token.blanks })
        parts.push({ substitution: token.path, isOptional: token.isOptional })
        at++
      } else if (isMark('{')) {
        at++
        readFields(path, depth + 1)
        expect('}')
        hasObject = true
      } else if (isMark('[')) {
        at++
        items ??= []
        readItems(items, path, depth + 1)
      } else if (token.kind === 'mark' && (token.mark === ':' || token.mark === '=')) {
        // Not allowed in unquoted text by the format, but harmless.
        parts.push({ text: token.mark })
        at++
      } else break
    }
    if (hasObject && parts.length === 0) return undefined
    return items ? { parts, items } : { parts }
  }

  const readItems = (items: HoconValue[], path: readonly string[], depth: number) => {
    if (depth > maxDepth) throw new HoconError('it is nested too deeply')
    for (;;) {
      while (isNewline() || isMark(',')) at++
      if (isMark(']')) break
      if (at >= tokens.length || isMark('}')) throw new HoconError('"]" is missing')
      const item = readValue([...path, String(items.length)], depth)
      items.push(item ?? { parts: [] })
    }
    at++
  }

  skipNewlines()
  if (isMark('{')) {
    at++
    readFields([], 0)
    expect('}')
    skipNewlines()
  } else readFields([], 0)
  if (at < tokens.length) throw new HoconError('something follows its end')
  return file
}

function isInclude(tokens: readonly HoconToken[], at: number): boolean {
  const [word, next] = [tokens[at], tokens[at + 1]]
  return (
    word?.kind === 'text' &&
    !word.isQuoted &&
    word.text === 'include' &&
    next?.kind === 'text' &&
    (next.isQuoted || /^(required|file|classpath|url|package)\(/.test(next.text))
  )
}

const pathText = (segments: readonly string[]) =>
  segments.map((segment) => (segment.includes('.') ? `"${segment}"` : segment)).join('.')

/** One entry of a `yarn.lock` of Yarn 1. */
export interface YarnV1Entry {
  /** Patterns that resolve to it: `a@^1.0.0`. */
  keys: string[]
  fields: ReadonlyMap<string, string>
  /** `dependencies` and `optionalDependencies`, by name. */
  groups: ReadonlyMap<string, ReadonlyMap<string, string>>
}

type Token = { text: string } | { sign: ',' | ':' }

interface OpenEntry extends YarnV1Entry {
  fields: Map<string, string>
  groups: Map<string, Map<string, string>>
  /** Group of the following indented lines. */
  open?: Map<string, string>
}

/**
 * Parses the format that Yarn 1 writes, or returns `undefined` for anything else: duplicate keys, other indentation,
 * merge conflict markers (which Yarn would resolve itself), and words that Yarn reads as booleans or numbers.
 */
export function parseYarnV1(text: string): YarnV1Entry[] | undefined {
  const entries: OpenEntry[] = []
  const seen = new Set<string>()
  for (const line of text.split(/\r?\n/)) {
    if (/^ *(#|$)/.test(line)) continue
    const content = line.replace(/^ */, '')
    const tokens = tokenize(content)
    if (!tokens) return undefined
    const depth = line.length - content.length
    const entry = entries.at(-1)
    if (depth > 0) {
      if (!entry || !addLine(entry, depth, tokens)) return undefined
      continue
    }
    const keys = keysOf(tokens)
    if (!keys) return undefined
    for (const key of keys) {
      if (seen.has(key)) return undefined
      seen.add(key)
    }
    entries.push({ keys, fields: new Map(), groups: new Map() })
  }
  return entries
}

/**
 * Adds `name value` at depth 2, `name:` at depth 2, or `name value` at depth 4 below that; `false` for anything else.
 */
function addLine(entry: OpenEntry, depth: number, [name, value, ...more]: Token[]): boolean {
  if (!name || !('text' in name) || !value || more.length > 0) return false
  const { fields, groups } = entry
  if (depth === 4) {
    if (!entry.open || !('text' in value) || entry.open.has(name.text)) return false
    entry.open.set(name.text, value.text)
    return true
  }
  if (depth !== 2 || fields.has(name.text) || groups.has(name.text)) return false
  if ('text' in value) {
    delete entry.open
    fields.set(name.text, value.text)
    return true
  }
  entry.open = new Map()
  groups.set(name.text, entry.open)
  return value.sign === ':'
}

const plainWord = /[a-zA-Z][^:\s\\",[\]]*/y
const quotedWord = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"/y

/** Tokens of one line; Yarn quotes everything that is not a plain word. */
function tokenize(line: string): Token[] | undefined {
  const tokens: Token[] = []
  let at = 0
  while (at < line.length) {
    const first = line[at]
    if (first === ' ') {
      at++
      continue
    }
    if (first === ',' || first === ':') {
      tokens.push({ sign: first })
      at++
      continue
    }
    const pattern = first === '"' ? quotedWord : plainWord
    pattern.lastIndex = at
    const found = pattern.exec(line)?.[0]
    if (!found || (first !== '"' && /^(true|false)/.test(found))) return undefined
    const text: string = first === '"' ? JSON.parse(found) : found
    if (text === '__proto__') return undefined
    tokens.push({ text })
    at += found.length
  }
  return tokens
}

/** `a, b, c:` */
function keysOf(tokens: Token[]): string[] | undefined {
  const keys: string[] = []
  for (const [index, token] of tokens.entries()) {
    if (index % 2 === 0) {
      if (!('text' in token)) return undefined
      keys.push(token.text)
    } else if (!('sign' in token) || token.sign !== (index === tokens.length - 1 ? ':' : ',')) {
      return undefined
    }
  }
  return tokens.length > 0 && tokens.length % 2 === 0 ? keys : undefined
}

/** Recursion limit, deeper than any lock file. */
const maxDepth = 32

export interface JsonOptions {
  /** Allows comments and trailing commas, as in a `bun.lock`. */
  isLoose?: boolean
}

/**
 * Parses JSON, or returns `undefined` for invalid JSON. Rejects input that parsers treat differently: duplicate keys,
 * and `__proto__`.
 */
export function parseJsonText(text: string, { isLoose = false }: JsonOptions = {}): unknown {
  const reader = { text, at: 0, blank: isLoose ? looseBlank : blank, isLoose }
  try {
    const value = readValue(reader, 0)
    skipBlank(reader)
    return reader.at === text.length ? value : undefined
  } catch (error) {
    if (error instanceof JsonTextError) return undefined
    throw error
  }
}

class JsonTextError extends Error {}

interface Reader {
  text: string
  at: number
  blank: RegExp
  isLoose: boolean
}

// Each pattern consumes a character at most once, so hostile input costs no more than usual input.
const blank = /[ \t\n\r]*/y
const looseBlank = /(?:[ \t\n\r]+|\/\/[^\n\r]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y
const string = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"/y
const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

function readValue(reader: Reader, depth: number): unknown {
  skipBlank(reader)
  const first = reader.text[reader.at]
  if (first === '"') return JSON.parse(take(reader, string))
  if (first !== '{' && first !== '[') return JSON.parse(take(reader, literal))
  if (depth === maxDepth) throw new JsonTextError()
  reader.at++
  return first === '{' ? readObject(reader, depth) : readArray(reader, depth)
}

function readObject(reader: Reader, depth: number): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  if (takeSign(reader, '}')) return object
  do {
    if (reader.isLoose && takeSign(reader, '}')) return object
    skipBlank(reader)
    const key: string = JSON.parse(take(reader, string))
    if (key === '__proto__' || Object.hasOwn(object, key)) throw new JsonTextError()
    if (!takeSign(reader, ':')) throw new JsonTextError()
    object[key] = readValue(reader, depth + 1)
  } while (takeSign(reader, ','))
  if (!takeSign(reader, '}')) throw new JsonTextError()
  return object
}

function readArray(reader: Reader, depth: number): unknown[] {
  const array: unknown[] = []
  if (takeSign(reader, ']')) return array
  do {
    if (reader.isLoose && takeSign(reader, ']')) return array
    array.push(readValue(reader, depth + 1))
  } while (takeSign(reader, ','))
  if (!takeSign(reader, ']')) throw new JsonTextError()
  return array
}

function takeSign(reader: Reader, sign: string): boolean {
  skipBlank(reader)
  if (reader.text[reader.at] !== sign) return false
  reader.at++
  return true
}

function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0]
  if (!found) throw new JsonTextError()
  reader.at += found.length
  return found
}

function skipBlank(reader: Reader): void {
  reader.blank.lastIndex = reader.at
  reader.at += reader.blank.exec(reader.text)?.[0].length ?? 0
}

/**
 * The keys and values of a text in the format of `java.util.Properties`: comments, line continuations, escapes, and `=`, `:` or
 * blanks between key and value. The last value of a key counts.
 */
export function readProperties(text: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>()
  for (const line of logicalLines(text)) {
    const end = keyEnd(line)
    const key = unescaped(line.slice(0, end))
    if (key === '') continue
    const value = line.slice(end).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '')
    properties.set(key, unescaped(value))
  }
  return properties
}

/** Lines without comments; one that ends with an odd number of backslashes goes on in the next. Linear, whatever the text. */
function* logicalLines(text: string): Generator<string> {
  let open: string[] | undefined
  for (const natural of text.split(/\r\n|[\r\n]/)) {
    const line = natural.replace(/^[ \t\f]+/, '')
    if (open === undefined && (line === '' || line.startsWith('#') || line.startsWith('!')))
      continue
    const pieces: string[] = open ?? []
    const isContinued = trailingBackslashes(line) % 2 === 1
    pieces.push(isContinued ? line.slice(0, -1) : line)
    open = isContinued ? pieces : undefined
    if (!isContinued) yield pieces.join('')
  }
  if (open !== undefined) yield open.join('')
}

function trailingBackslashes(line: string): number {
  let end = line.length
  while (line[end - 1] === '\\') end--
  return line.length - end
}

function keyEnd(line: string): number {
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if ('=: \t\f'.includes(line[at] ?? '')) return at
  }
  return line.length
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }

const unescaped = (text: string) =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, code?: string, char = '') =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[char] ?? char),
  )

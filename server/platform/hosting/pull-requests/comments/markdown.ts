/** ANSI sequences: to the cursor, the title or the clipboard, and colours. */
const escapeSequences =
  /\x1b\](?:[^\x07\x1b]|\x1b(?!\\))*(?:\x07|\x1b\\|$)|\x1b\[[0-9;:?<=>]*[ -/]*[@-~]|\x1b./g
/** Control characters other than tabs, and what changes the direction of text. */
const invisible = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * Untrusted text as one line of code, in which Markdown has no meaning and nobody is mentioned. The delimiter is longer than
 * every run of backticks inside.
 */
export function inlineCode(text: string): string {
  const line = plainLine(text).trim() || ' '
  const delimiter = '`'.repeat(maxRunLength(line) + 1)
  const isTouching = line.startsWith('`') || line.endsWith('`')
  return isTouching ? `${delimiter} ${line} ${delimiter}` : `${delimiter}${line}${delimiter}`
}

/** Untrusted lines as a block of code, which none of them can end. */
export function codeBlock(lines: readonly string[]): string {
  const plain = lines.map(plainLine)
  const fence = '`'.repeat(Math.max(3, ...plain.map((line) => maxRunLength(line) + 1)))
  return [fence, ...plain, fence].join('\n')
}

const plainLine = (text: string): string =>
  text.replace(escapeSequences, '').replace(invisible, ' ')

const maxRunLength = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))

/** The words of a command line cannot be told, e.g. because a quote is not closed. */
export class ShellWordsError extends Error {}

const blanks = ' \t\n\r'
/** What a backslash escapes between double quotes; elsewhere there it stands for itself. */
const escapedInQuotes = '"\\$`\n'

/**
 * Splits a text into words as a POSIX shell does: blanks, single and double quotes, backslashes. Nothing is expanded: `$`, `*` and
 * the like stand for themselves.
 */
export function splitShellWords(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (blanks.includes(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (char === "'") {
      const end = text.indexOf("'", at + 1)
      if (end < 0) throw new ShellWordsError('a single quote is not closed')
      word = (word ?? '') + text.slice(at + 1, end)
      at = end
    } else if (char === '"') {
      const quoted = readQuoted(text, at + 1)
      word = (word ?? '') + quoted.content
      at = quoted.end
    } else if (char === '\\') {
      at++
      if (at === text.length) throw new ShellWordsError('nothing follows the last backslash')
      if (text[at] !== '\n') word = (word ?? '') + text[at]
    } else word = (word ?? '') + char
  }
  if (word !== undefined) words.push(word)
  return words
}

/** The text up to a closing double quote. */
function readQuoted(text: string, start: number): { content: string; end: number } {
  let content = ''
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '"') return { content, end: at }
    const next = text[at + 1]
    if (char === '\\' && next !== undefined && escapedInQuotes.includes(next)) {
      if (next !== '\n') content += next
      at++
    } else content += char
  }
  throw new ShellWordsError('a double quote is not closed')
}

/** Characters that end a command where they are not quoted: `&&`, `||`, `|`, `;`, subshells and lines. */
const operators = '&|;()\n'

/**
 * The commands of a shell script, each as its words: `a && b "c d"` is `[['a'], ['b', 'c d']]`. Good for telling what a script runs:
 * nothing is expanded, and keywords, redirections and assignments stay words. A script that cannot be split has no commands.
 */
export function splitShellCommands(script: string): string[][] {
  try {
    return splitAtOperators(script)
      .map(splitShellWords)
      .filter((words) => words.length > 0)
  } catch (error) {
    if (!(error instanceof ShellWordsError)) throw error
    return []
  }
}

function splitAtOperators(script: string): string[] {
  const parts: string[] = []
  let start = 0
  let quote: string | undefined
  for (let at = 0; at < script.length; at++) {
    const char = script[at] ?? ''
    if (char === '\\' && quote !== "'") at++
    else if (quote !== undefined) quote = char === quote ? undefined : quote
    else if (char === "'" || char === '"') quote = char
    else if (operators.includes(char)) {
      parts.push(script.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, script.slice(start)]
}

const plain = /^[\w@%+=:,./-]+$/

/** Words as they are typed in a POSIX shell: those with other characters are quoted. */
export const shellLine = (words: readonly string[]): string =>
  words.map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')

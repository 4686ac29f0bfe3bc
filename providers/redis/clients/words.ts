import { DeclinedError } from '#providers/kit/declined.ts'

/** Words of a command as `redis-cli` reads a line: quotes keep spaces, and `\` keeps the next character in them. */
export function wordsOf(line: string): string[] {
  const words: string[] = []
  const word = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"']+))(?=\s|$)/sy
  const text = line.trim()
  while (word.lastIndex < text.length) {
    const found = word.exec(text)
    if (!found) throw new DeclinedError('The quotes of the command do not match.')
    const [, double, single, plain = ''] = found
    const quoted = double ?? single
    words.push(quoted === undefined ? plain : quoted.replace(/\\(.)/gs, '$1'))
  }
  return words
}

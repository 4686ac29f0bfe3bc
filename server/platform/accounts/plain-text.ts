import { Refusal } from '#platform/refusal.ts'

/** Control characters, line breaks among them, and those that turn the direction of the text around them. */
const hostile = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** One line that somebody typed, trimmed; `what` is what the refusals call it. */
export function validateLine(text: string, what: string, maxLength: number): string {
  const line = text.trim()
  if (line.length > maxLength) {
    throw new Refusal('invalid', `${what} is longer than ${maxLength} characters.`)
  }
  if (hostile.test(line)) {
    throw new Refusal('invalid', `${what} contains a line break or another control character.`)
  }
  return line
}

/** Like a line, of which there may be several. */
export function validateLines(text: string, what: string, maxLength: number): string {
  const lines = text.replaceAll('\r\n', '\n').trim()
  validateLine(lines.replaceAll('\n', ' '), what, maxLength)
  return lines
}

import { Refusal } from './refusal.ts'

/** Control characters, line breaks and bidirectional controls. */
const hostile = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** A trimmed single line of user input; `what` names the field in refusals. */
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

/** Like `validateLine`, for several lines. */
export function validateLines(text: string, what: string, maxLength: number): string {
  const lines = text.replaceAll('\r\n', '\n').trim()
  validateLine(lines.replaceAll('\n', ' '), what, maxLength)
  return lines
}

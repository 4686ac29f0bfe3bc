import { TooLargeError } from './too-large.ts'

/** Of a query or a form. To read some ten thousand of them takes Node a second. */
export const maxParameters = 256

const ampersand = 0x26

/** Whether a text of `name=value` pairs has more of them than any client sends. */
export function hasTooManyParameters(text: string): boolean {
  let count = 1
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) === ampersand) count += 1
    if (count > maxParameters) return true
  }
  return false
}

/** The pairs of a form; refuses too many before any is read. */
export function readForm(text: string): URLSearchParams {
  if (!hasTooManyParameters(text)) return new URLSearchParams(text)
  throw new TooLargeError(`The form has more than ${maxParameters} fields.`)
}

export const queryTooLong = () =>
  new TooLargeError(`The query has more than ${maxParameters} parameters.`, 414)

import { TooLargeError } from './too-large.ts'

/** Maximum of a query or form; parsing ten thousand takes Node a second. */
export const maxParameters = 256

const ampersand = 0x26

/** Whether a form-encoded text has too many parameters. */
export function hasTooManyParameters(text: string): boolean {
  let count = 1
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) === ampersand) count += 1
    if (count > maxParameters) return true
  }
  return false
}

/** Parses a form; refuses too many parameters before parsing. */
export function readForm(text: string): URLSearchParams {
  if (!hasTooManyParameters(text)) return new URLSearchParams(text)
  throw new TooLargeError(`The form has more than ${maxParameters} fields.`)
}

export const queryTooLong = () =>
  new TooLargeError(`The query has more than ${maxParameters} parameters.`, 414)
